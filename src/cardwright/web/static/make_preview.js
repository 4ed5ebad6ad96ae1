// The cards, rules or position of a file, drawn and described.
import { Board } from "/viewer/board.js";
import { element } from "./ui.js";

function drawnCards(cards, goTo) {
  const board = new Board({ players: [], redraw: () => {} });
  board.addFaces(Object.fromEntries(cards.map((card) => [card.name, card.face])));
  return cards.map((card) => {
    const drawn = board.card(card.name, false, []);
    if (card.line) {
      drawn.tabIndex = 0;
      drawn.setAttribute("role", "button");
      drawn.setAttribute("aria-description", `Go to line ${card.line}`);
      drawn.addEventListener("click", () => goTo(card.line));
      drawn.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        goTo(card.line);
      });
    }
    return element("figure", "made", drawn, card.more ? element("figcaption", "small dim", card.more) : null);
  });
}

function described(entries) {
  return entries.map(({ title, items }) =>
    element("section", "entries", element("h3", "", title), element("dl", "", ...items.flatMap((each) => [element("dt", "", each.name), element("dd", "", each.text)]))),
  );
}

function drawnPosition(position) {
  const place = element("div", "felt position");
  const board = new Board({ players: position.players, ...position.drawn, redraw: () => place.replaceChildren(...board.draw(position.view)) });
  board.addFaces(position.faces);
  board.redraw();
  return place;
}

function rulesInEnglish(text) {
  // The text is laid out for terminals; here its paragraphs, stages and entries become elements.
  const [title, , ...lines] = text.split("\n");
  const drawn = element("div", "rules", element("h3", "", title));
  let last = null; // what a line that goes on belongs to
  for (const line of lines) {
    const entry = /^\s*- (.*)/.exec(line);
    const stage = /^\d+\. .*/.exec(line);
    if (!line.trim()) last = null;
    else if (entry) {
      if (drawn.lastChild.tagName !== "UL") drawn.append(element("ul", ""));
      last = drawn.lastChild.appendChild(element("li", "", entry[1]));
    } else if (stage) {
      drawn.append(element("h4", "", line));
      last = null;
    } else if (last) last.append(` ${line.trim()}`);
    else last = drawn.appendChild(element("p", "", line.trim()));
  }
  drawn.tabIndex = 0; // it scrolls on large screens
  drawn.setAttribute("role", "region");
  drawn.setAttribute("aria-label", "Rules in English");
  return drawn;
}

export function drawPreview(preview, goTo) {
  const parts = [];
  if (preview.cards.length) parts.push(element("div", "felt readable drawn", ...drawnCards(preview.cards, goTo)));
  if (preview.rules) parts.push(rulesInEnglish(preview.rules));
  if (preview.position) parts.push(element("div", "", element("h3", "", "The first decision"), drawnPosition(preview.position)));
  return [...parts, ...described(preview.entries)];
}
