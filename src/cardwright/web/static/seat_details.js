// What a card, a status or an enemy does: shown beside it on hover, focus and tap.
import { element } from "./ui.js";

const DELAY = 300; // milliseconds of hovering

export class Details {
  constructor(terms) {
    this.terms = new Map(Object.entries(terms).map(([name, text]) => [name.toLowerCase(), [name, text]]));
    this.box = element("div", "details panel");
    this.box.setAttribute("role", "tooltip");
    this.box.id = "details";
    this.box.hidden = true;
    this.timer = null;
    document.body.append(this.box);
    addEventListener("scroll", () => this.hide(), { passive: true });
  }

  // Explains an element when it is hovered over, focused or tapped.
  explain(made, name) {
    const face = this.board.faces[name];
    const term = this.terms.get(name.toLowerCase().replace(/ \d+$/, ""));
    const isCard = made.classList.contains("card");
    if (isCard) {
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", [name, face?.pip ? "" : face?.kind, face?.cost && !face.pip ? `costs ${face.cost}` : "", face?.text].filter(Boolean).join(", "));
    }
    made.removeAttribute("title");
    if (made.classList.contains("player") || (!term && !(face && (face.text || isCard)))) return;
    const place = made.classList.contains("figure") ? made.querySelector("h3") : made;
    if (!place) return;
    if (!face?.pip) place.tabIndex = 0;
    if (!isCard) place.classList.add("term");
    if (made.classList.contains("chip")) {
      place.setAttribute("role", "button");
      place.setAttribute("aria-label", `${made.textContent}: ${(term || ["", face.text])[1]}`);
    }
    place.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && this.later(place, name));
    place.addEventListener("pointerleave", () => this.hide());
    place.addEventListener("focus", () => place.matches(":focus-visible") && this.show(place, name));
    place.addEventListener("blur", () => this.hide());
    place.addEventListener("click", () => place.classList.contains("playable") || this.show(place, name));
  }

  later(place, name) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => place.isConnected && this.show(place, name), DELAY);
  }

  show(place, name) {
    this.box.replaceChildren(...this.about(name, !isReadable(place)));
    this.box.hidden = !this.box.children.length;
    const { left, right, top, bottom } = place.getBoundingClientRect();
    const { width, height } = this.box.getBoundingClientRect();
    const beside = right + 10 + width < innerWidth ? right + 10 : left - 10 - width;
    const x = beside > 8 ? beside : Math.min(Math.max(8, (left + right - width) / 2), innerWidth - width - 8);
    const y = beside > 8 ? Math.min(top, innerHeight - height - 8) : top - height - 10 > 8 ? top - height - 10 : bottom + 10;
    this.box.style.left = `${x}px`;
    this.box.style.top = `${Math.max(8, y)}px`;
  }

  hide() {
    clearTimeout(this.timer);
    this.box.hidden = true;
  }

  // The card as it is printed, unless it can be read where it lies, and what the words on it mean.
  about(name, withCard) {
    const face = this.board.faces[name];
    const own = this.terms.get(name.toLowerCase().replace(/ \d+$/, ""));
    const parts = [];
    if (face && withCard) parts.push(element("div", "readable", this.board.printedCard(name)));
    const said = [...(own ? [own] : []), ...this.mentioned(`${face?.text ?? ""} ${own?.[1] ?? ""}`, own)];
    if (said.length) parts.push(element("dl", "", ...said.flatMap(([term, text]) => [element("dt", "", term), element("dd", "", text)])));
    return parts;
  }

  mentioned(text, own) {
    const found = [...this.terms.values()].filter((each) => each !== own && text.includes(each[0]));
    return found.filter(([name]) => !found.some(([other]) => other !== name && other.includes(name))).slice(0, 5);
  }
}

function isReadable(place) {
  const text = place.querySelector(".text");
  return place.classList.contains("card") && (!text || (text.offsetHeight > 0 && text.scrollHeight <= text.offsetHeight + 1));
}
