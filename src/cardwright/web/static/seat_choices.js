// The legal moves: on the cards and figures they name, in a numbered list, and by dragging a card onto the table.
import { bestOf, meter } from "/viewer/meter.js";
import { button, element, input } from "./ui.js";

const MANY_AMOUNTS = 12; // a longer run of amounts is one field with a slider
const FAR = 8; // pixels that make a press a drag
const TYPING = 900; // milliseconds in which digits belong to one number

export class Choices {
  // `tray` gets cards that lie nowhere on the table, and `actions` what is about no card. `choose` is called with an
  // option, `ask` and `stop` when the player wants hints, and `explain` returns what else is to be said about a card.
  constructor({ tray, actions, choose, explain, ask, stop }) {
    Object.assign(this, { tray, actions, choose, explain });
    this.list = element("ol", "choices");
    this.amounts = element("div", "amounts stack");
    this.best = element("ol", "choices best");
    this.progress = element("p", "dim small");
    this.progress.setAttribute("role", "status");
    this.menu = element("div", "menu panel");
    this.menu.hidden = true;
    this.element = element("div", "stack", this.list, this.amounts, this.progress, this.best);
    this.isHinting = false;
    this.hintButton = button("Hint", () => {
      this.isHinting = !this.isHinting;
      this.hintButton.textContent = this.isHinting ? "Stop" : "Hint";
      this.progress.textContent = this.isHinting ? "Searching …" : "";
      (this.isHinting ? ask : stop)();
    });
    this.typed = "";
    this.follow = null; // where a card was dropped, if the next choice asks for it
    document.body.append(this.menu);
    document.addEventListener("pointerdown", (event) => this.menu.contains(event.target) || this.closeMenu());
  }

  // --- showing ---

  show(position, things, board) {
    this.clear();
    this.options = position.options;
    this.board = board;
    this.hintButton.disabled = !this.options.length;
    if (this.followUp(position)) return;
    const runs = this.runs();
    const long = [...runs.values()].find((run) => run.length > MANY_AMOUNTS) || [];
    this.listed = this.options.filter((option) => !long.includes(option));
    this.list.replaceChildren(...this.listed.map((option, index) => this.row(option, index)));
    this.list.hidden = !this.listed.length;
    if (long.length) this.amounts.replaceChildren(...this.amountField(long));
    this.attach(things, position.player);
  }

  clear() {
    this.closeMenu();
    this.options = [];
    this.listed = [];
    this.isSent = false;
    this.typed = "";
    this.isHinting = false;
    this.hintButton.textContent = "Hint";
    this.hintButton.disabled = true;
    this.progress.textContent = "";
    for (const each of [this.list, this.amounts, this.best, this.tray, this.actions]) each.replaceChildren();
  }

  runs() {
    const runs = new Map();
    for (const option of this.options) if (option.amount !== null && !option.card) runs.set(option.kind, [...(runs.get(option.kind) || []), option]);
    return runs;
  }

  row(option, index) {
    const made = button("", () => this.take(option), "choice");
    const [words, rest] = option.about.startsWith(option.words) ? [option.words, option.about.slice(option.words.length).replace(/^: /, "")] : [option.about, ""];
    const about = element("span", "about", element("b", "", words), rest ? element("span", "rest", rest) : "");
    made.append(element("kbd", "", String(index + 1)), about, option.count > 1 ? element("span", "dim small", `×${option.count}`) : "");
    made.dataset.words = option.words;
    made.title = rest && option.about;
    return element("li", "", made);
  }

  amountField(run) {
    const values = run.map((option) => option.amount);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const slider = input("range", least, { min: least, max: most, step: 1, ariaLabel: `${run[0].kind}: amount` });
    const number = input("number", least, { min: least, max: most, step: 1, ariaLabel: `${run[0].kind}: amount as a number` });
    const act = button("", () => this.take(find()), "main");
    const find = () => run.reduce((best, option) => (Math.abs(option.amount - number.value) < Math.abs(best.amount - number.value) ? option : best));
    const tell = () => {
      act.disabled = !number.value || !number.validity.valid;
      act.textContent = act.disabled ? `${least} to ${most}` : find().about;
    };
    slider.addEventListener("input", () => ((number.value = slider.value), tell()));
    number.addEventListener("input", () => ((slider.value = number.value), tell()));
    for (const each of [slider, number]) each.addEventListener("keydown", (event) => event.key === "Enter" && act.click());
    tell();
    return [element("div", "row", slider, number, act)];
  }

  // --- on the table ---

  attach(things, player) {
    const left = [];
    const byElement = new Map();
    for (const option of this.options) {
      const found = things.filter((thing) => this.names(option, thing, player));
      for (const { element: made } of found) byElement.set(made, [...(byElement.get(made) || []), option]);
      if (!found.length) left.push(option);
    }
    for (const [made, options] of byElement) this.makePlayable(made, options);
    for (const option of left.filter((each) => !each.card && this.listed.includes(each))) {
      const words = option.about.startsWith(option.words) ? option.words : option.about.split(/: | \(/)[0];
      this.actions.append(button(words, () => this.take(option)));
    }
    for (const option of left.filter((each) => each.card)) {
      const card = this.board.printedCard(option.card);
      this.makePlayable(card, [option]);
      this.tray.append(card);
    }
  }

  // Whether an option is about something that was drawn.
  names(option, thing, player) {
    const { classList } = thing.element;
    const [names, path] = [this.board.names, thing.path];
    if (option.card) {
      if (!classList.contains("card") || thing.name !== option.card) return false;
      const zone = path.filter((key) => typeof key === "string" && !names.includes(key)).at(-1);
      const owner = names.findIndex((name) => path.includes(name));
      const isPlace = !option.zones.length || option.zones.includes(zone);
      return isPlace && (owner === (option.player ?? player) || (owner < 0 && option.player === null));
    }
    if (option.player !== null) return classList.contains("player") && thing.name === names[option.player];
    return Boolean(option.name) && (classList.contains("figure") || classList.contains("slip") || classList.contains("spot")) && thing.name === option.name;
  }

  makePlayable(made, options) {
    made.classList.add("playable");
    if (made.matches(".card, .slip, .spot")) {
      made.tabIndex = 0;
      made.setAttribute("role", "button");
      if (!made.matches(".spot")) made.removeAttribute("aria-label"); // the name is what is printed on it
      made.setAttribute("aria-description", options.map((option) => option.about).join("; or "));
      made.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") event.preventDefault(), this.act(made, options);
      });
      if (made.matches(".card")) this.makeDraggable(made, options);
    }
    made.addEventListener("click", (event) => {
      if (this.dragged || event.target.closest("button, .card.playable") !== (made.matches(".card") ? made : null)) return;
      this.act(made, options, matchMedia("(pointer: coarse)").matches);
    });
  }

  // Takes the only option of a card, or lets the player choose among several; a finger always gets to see them first.
  act(made, options, isTouch = false) {
    if (options.length === 1 && !isTouch) this.take(options[0]);
    else this.openMenu(made, options);
  }

  openMenu(made, options) {
    const card = options.find((option) => option.card)?.card;
    this.menu.replaceChildren(...options.map((option) => button(option.about, () => this.take(option))), ...(card ? this.explain(card) : []));
    this.menu.hidden = false;
    const { left, right, top, bottom } = made.getBoundingClientRect();
    const { width, height } = this.menu.getBoundingClientRect();
    this.menu.style.left = `${Math.max(8, Math.min((left + right - width) / 2, innerWidth - width - 8))}px`;
    this.menu.style.top = `${bottom + 8 + height < innerHeight ? bottom + 8 : Math.max(8, top - height - 8)}px`;
    this.menu.querySelector("button").focus();
    this.opener = made;
  }

  closeMenu() {
    this.menu.hidden = true;
  }

  take(option) {
    if (this.isSent || !this.options.includes(option)) return;
    this.isSent = true;
    this.closeMenu();
    document.body.classList.add("waiting");
    this.choose(option);
  }

  // Lets nothing be chosen until the next position.
  pause() {
    this.isSent = true;
  }

  // --- dragging ---

  makeDraggable(card, options) {
    card.addEventListener("pointerdown", (down) => {
      if (down.pointerType === "touch" || down.button !== 0) return;
      let ghost = null;
      const stop = new AbortController();
      const move = (event) => {
        if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR) ghost = this.lift(card);
        ghost?.style.setProperty("transform", `translate(${event.clientX - down.clientX}px, ${event.clientY - down.clientY}px) rotate(3deg)`);
      };
      const drop = (event) => {
        stop.abort();
        if (!ghost) return;
        ghost.remove();
        card.classList.remove("lifted");
        this.dragged = true;
        setTimeout(() => (this.dragged = false)); // the click that follows is none
        this.drop(card, options, document.elementFromPoint(event.clientX, event.clientY));
      };
      addEventListener("pointermove", move, { signal: stop.signal });
      addEventListener("pointerup", drop, { signal: stop.signal });
      addEventListener("pointercancel", () => (stop.abort(), ghost?.remove(), card.classList.remove("lifted")), { signal: stop.signal });
    });
    card.addEventListener("dragstart", (event) => event.preventDefault());
  }

  lift(card) {
    const { left, top } = card.getBoundingClientRect();
    const ghost = element("div", `ghost ${card.closest(".own, .solo, .readable") ? "readable" : ""}`, card.cloneNode(true));
    ghost.style.left = `${left}px`;
    ghost.style.top = `${top}px`;
    ghost.style.setProperty("--w", getComputedStyle(card).getPropertyValue("--w"));
    ghost.style.setProperty("--h", getComputedStyle(card).getPropertyValue("--h"));
    document.body.append(ghost);
    card.classList.add("lifted");
    return ghost;
  }

  drop(card, options, below) {
    const home = card.closest(".cards");
    if (!below || !below.closest(".table") || (home && home.contains(below))) return;
    const figure = below.closest(".figure")?.querySelector("h3")?.textContent;
    const player = below.closest(".player")?.dataset.player;
    this.follow = { figure, player: player === undefined ? null : Number(player) };
    this.act(card, options);
  }

  // Takes the choice that a drop has answered already: the enemy or player on which the card was dropped.
  followUp(position) {
    const { follow } = this;
    this.follow = null;
    if (!follow || position.options.length < 2) return false;
    const isAsked = (option) => !option.card && (follow.figure ? option.name === follow.figure : follow.player !== null && option.player === follow.player);
    const found = position.options.filter(isAsked);
    if (found.length === 1) this.take(found[0]);
    return found.length === 1;
  }

  // --- hints ---

  showHint({ compiling, playouts, choices }) {
    if (!this.isHinting) return;
    const count = playouts.toLocaleString("en");
    this.progress.textContent = compiling ? "The search is being compiled. This happens once on this machine and takes up to a minute …" : `${count} playouts; values from -1 (lost) to 1 (won), with 95 % intervals`;
    const best = bestOf(choices);
    const rows = new Map([...this.list.querySelectorAll(".choice")].map((row) => [row.dataset.words, row]));
    for (const each of choices) {
      const row = rows.get(each.words);
      if (!row) continue;
      row.querySelector(".hint")?.remove();
      row.append(hint(each, best));
    }
    const others = choices.filter((each) => !rows.has(each.words)).slice(0, 5);
    this.best.replaceChildren(...others.map((each) => element("li", "", element("div", "choice", element("span", "about", each.words), hint(each, best)))));
  }

  // --- keys ---

  // Returns whether a key was one of ours: a number and the arrows find a choice, Enter takes it.
  key(key) {
    const rows = [...this.list.querySelectorAll("button")];
    if (key === "Escape" && !this.menu.hidden) {
      this.closeMenu();
      this.opener?.focus();
      return true;
    }
    if (!this.menu.hidden && /^Arrow(Up|Down)$/.test(key)) return step([...this.menu.querySelectorAll("button")], key === "ArrowDown" ? 1 : -1);
    if (/^\d$/.test(key)) return this.type(key, rows);
    if (key === "ArrowDown" || key === "ArrowUp") return step(rows, key === "ArrowDown" ? 1 : -1);
    if (key === "ArrowRight" || key === "ArrowLeft") return step([...document.querySelectorAll(".card.playable, .slip.playable, .spot.playable, .actions button")], key === "ArrowRight" ? 1 : -1);
    return false;
  }

  type(digit, rows) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.typed = ""), TYPING);
    const wanted = rows[Number(this.typed + digit) - 1] ? this.typed + digit : digit;
    this.typed = wanted;
    rows[Number(wanted) - 1]?.focus();
    return true;
  }
}

function step(list, by) {
  if (!list.length) return false;
  const now = list.indexOf(document.activeElement);
  list[now < 0 ? (by > 0 ? 0 : list.length - 1) : (now + by + list.length) % list.length].focus();
  return true;
}

function hint(found, best) {
  return element("span", found.value === best ? "hint best" : "hint", ...meter(found, best));
}
