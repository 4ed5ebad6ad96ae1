"use strict";
// Steps through a recorded game. Names come from untrusted files, so they are only ever set as text.
//
// A story arrives in pieces, as `told` in replay_page.py makes them, and can be watched while the rest is on its way.
import { Board, playerColour } from "./board.js";
import { element } from "./cards.js";
import { bestOf, meter } from "./meter.js";

const SPEEDS = [["0.5", "slow"], ["1", "normal"], ["2", "fast"], ["5", "very fast"]]; // decisions per second
const MOST_LISTED = 400; // decisions at once in the summary; a page with many thousands would stop scrolling
const MOST_AMOUNTS = 12; // of a longer run of amounts only the first and last are listed, what was chosen and the best
const END = { events: [], options: [], exchanges: [] };

export class Story {
  constructor() {
    this.decisions = [];
    this.parts = [];
    this.faces = {};
  }

  add({ decisions = [], parts = [], faces = {}, ...about }) {
    for (const each of decisions) this.decisions.push(each);
    for (const each of parts) this.parts.push(each);
    Object.assign(this.faces, faces);
    Object.assign(this, about);
  }

  // The number of the last position that has arrived; the one after all decisions is the end.
  get last() {
    return this.end ? this.decisions.length : Math.max(0, this.decisions.length - 1);
  }

  isEnd(number) {
    return Boolean(this.end) && number === this.decisions.length;
  }

  frame(number) {
    return this.isEnd(number) ? { ...END, state: this.end } : this.decisions[number];
  }

  view(number) {
    return Object.fromEntries(Object.entries(this.frame(number).state).map(([key, part]) => [key, this.parts[part]]));
  }

  turn(number) {
    return this.isEnd(number) ? Infinity : this.decisions[number].turn;
  }

  // The first decision of a turn, or of the first turn after it; the end if there is none.
  firstOf(turn) {
    const found = this.decisions.findIndex((each) => each.turn >= turn);
    return found < 0 ? this.last : found;
  }
}

// Of each long run of amounts, such as bets, the first, the last and what matters; null stands for those between.
function shortened(options, words, matters) {
  const kind = (option) => words(option).match(/^(.*) \d+$/)?.[1] ?? null;
  const runs = [];
  for (const option of options) {
    const run = runs.at(-1);
    if (run && kind(option) !== null && kind(option) === kind(run[0])) run.push(option);
    else runs.push([option]);
  }
  return runs.flatMap((run) => {
    if (run.length <= MOST_AMOUNTS) return run;
    const kept = run.map((option, at) => (at === 0 || at === run.length - 1 || matters(option) ? option : null));
    return kept.filter((option, at) => option !== null || kept[at - 1] !== null);
  });
}

function control(text, label, act) {
  const made = element("button", "", text);
  made.type = "button";
  made.title = label;
  made.setAttribute("aria-label", label.replace(/ \(.*/, ""));
  made.addEventListener("click", act);
  return made;
}

export class Viewer {
  // `controls`, `body` and `summary` are the elements to place on a page; `onMove` is called after every move.
  constructor({ onMove = () => {} } = {}) {
    this.onMove = onMove;
    this.now = 0;
    this.story = null;
    this.companion = null; // another viewer that moves with this one
    this.valued = false; // whether choices are drawn with values
    this.values = new Map(); // what a search thinks of the choices, by decision
    this.timer = 0;
    this.makeControls();
    this.makeBody();
    this.summary = element("div", "summary");
    Object.assign(this.summary, { hidden: true });
    this.summary.setAttribute("role", "dialog");
    this.summary.setAttribute("aria-label", "Summary");
    this.summary.addEventListener("click", (event) => event.target === this.summary && this.toggleSummary());
  }

  makeControls() {
    this.first = control("⇤", "First decision (Home)", () => this.go(0));
    this.turnBack = control("«", "Turn before (Shift and left arrow)", () => this.turn(-1));
    this.back = control("←", "Previous decision (left arrow)", () => this.step(-1));
    this.position = element("span", "position");
    this.next = control("→", "Next decision (right arrow)", () => this.step(1));
    this.turnNext = control("»", "Next turn (Shift and right arrow)", () => this.turn(1));
    this.final = control("⇥", "End of the game (End)", () => this.go(this.last));
    this.auto = control("▶", "Play (space)", () => this.toggleAuto());
    this.speed = element("select", "speed");
    this.speed.setAttribute("aria-label", "Speed");
    for (const [value, text] of SPEEDS) {
      const option = element("option", "", text);
      option.value = value;
      option.selected = value === "1";
      this.speed.append(option);
    }
    this.toggle = control("Summary", "Summary (Enter)", () => this.toggleSummary());
    this.slider = element("input", "slider");
    Object.assign(this.slider, { type: "range", min: 0, step: 1, max: 0, value: 0 });
    this.slider.setAttribute("aria-label", "Decision");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const steps = [this.first, this.turnBack, this.back, this.position, this.next, this.turnNext, this.final];
    const nav = element("nav", "", element("span", "steps", ...steps), element("span", "steps", this.auto, this.speed, this.toggle));
    nav.setAttribute("aria-label", "Decisions");
    this.controls = element("div", "controls", nav, this.slider);
    for (const each of [...steps, this.auto, this.toggle, this.slider]) each.disabled = true; // until there is a story
  }

  makeBody() {
    this.decision = element("p", "decision");
    this.decision.setAttribute("aria-live", "polite");
    this.options = element("ul", "options");
    this.events = element("ul", "events");
    this.exchanges = element("div", "exchanges");
    this.shown = element("p", "shown");
    this.table = element("div", "table felt");
    this.body = element("div", "viewer", element("section", "now", this.decision, this.options, this.events, this.exchanges), this.shown, this.table);
  }

  // --- the story ---

  open(story, number = 0) {
    this.story = story;
    this.board = null;
    this.values.clear();
    this.pause();
    this.grow();
    this.go(number);
  }

  // Take note of a piece that has arrived.
  grow() {
    const { story } = this;
    if (!story || !story.players || !(story.decisions.length || story.end)) return;
    this.board ??= new Board({ players: story.players, ...story.drawn, redraw: () => this.drawTable() });
    this.board.addFaces(story.faces);
    this.slider.disabled = this.toggle.disabled = false;
    this.body.classList.toggle("solo", story.players.length === 1);
    this.slider.max = Math.max(story.length, this.companion?.story?.length ?? 0);
    this.drawControls();
  }

  get ready() {
    return Boolean(this.board);
  }

  get last() {
    return Math.max(this.story.last, this.companion?.ready ? this.companion.story.last : 0);
  }

  // --- moving ---

  go(number) {
    this.stop();
    this.move(number);
    this.companion?.move(number);
    this.onMove(this.now);
  }

  step(by) {
    this.stop();
    this.stepBy(by);
  }

  stepBy(by) {
    this.move(this.now + by);
    this.companion?.move(this.companion.now + by);
    this.onMove(this.now);
  }

  turn(by) {
    if (!this.ready) return;
    this.stop();
    const { story } = this;
    const here = story.turn(this.now);
    const atStart = story.firstOf(here) === this.now; // so that going back leads to the turn before
    const target = by > 0 ? here + 1 : story.turn(atStart ? Math.max(0, this.now - 1) : this.now);
    for (const each of [this, this.companion]) each?.move(each.story.firstOf(target));
    this.onMove(this.now);
  }

  move(number) {
    if (!this.ready) return;
    this.now = Math.max(0, Math.min(this.story.last, number));
    this.draw();
  }

  toggleAuto() {
    if (this.timer) this.stop();
    else if (this.now < this.story.last) this.wait();
    this.drawControls();
  }

  wait() {
    this.timer = setTimeout(() => {
      this.stepBy(1);
      if (this.story.isEnd(this.now)) this.stop();
      else this.wait();
    }, 1000 / Number(this.speed.value));
  }

  stop() {
    this.pause();
    if (this.ready) this.drawControls();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  // --- drawing ---

  draw() {
    this.drawControls();
    this.drawDecision();
    this.drawTable();
    if (!this.summary.hidden) this.markCurrent();
  }

  where() {
    const { story, now } = this;
    return story.isEnd(now) ? `End of ${story.length}` : `${now + 1} of ${story.length}`;
  }

  drawControls() {
    const { story, now } = this;
    this.position.textContent = this.where();
    this.shown.textContent = story.isEnd(now) ? "The position at the end" : "The position before this decision";
    this.slider.value = now;
    this.slider.setAttribute("aria-valuetext", this.where());
    this.first.disabled = this.back.disabled = this.turnBack.disabled = now === 0;
    this.next.disabled = this.final.disabled = this.turnNext.disabled = now >= this.last;
    this.auto.textContent = this.timer ? "❚❚" : "▶";
    this.auto.title = this.timer ? "Pause (space)" : "Play (space)";
    this.auto.setAttribute("aria-label", this.timer ? "Pause" : "Play");
    this.auto.disabled = !this.timer && now >= story.last;
  }

  drawTable() {
    const { story, now } = this;
    const before = now > 0 ? story.view(now - 1) : undefined;
    const winners = story.isEnd(now) ? story.players.flatMap((player, seat) => (player.won ? [seat] : [])) : [];
    this.table.replaceChildren(...this.board.draw(story.view(now), { before, deciding: story.frame(now).player ?? null, winners }));
  }

  drawDecision() {
    const { story, now } = this;
    const frame = story.frame(now);
    if (story.isEnd(now)) this.decision.replaceChildren(element("b", "", "The end: "), story.result);
    else {
      const player = story.players[frame.player];
      const who = element("span", "who", element("span", "dot"), player.name);
      who.style.setProperty("--player", playerColour(frame.player, story.players.length));
      const rest = frame.about.startsWith(frame.words) ? frame.about.slice(frame.words.length) : "";
      this.decision.replaceChildren(who, player.agent ? ` (${player.agent}) ` : " ", element("b", "", frame.words || "decides"), rest);
    }
    this.drawOptions();
    this.events.replaceChildren(...frame.events.map((line) => element("li", "", line)));
    this.exchanges.replaceChildren(...exchangesOf(frame));
  }

  drawOptions() {
    const frame = this.story.frame(this.now);
    const values = this.values.get(this.now);
    const counts = new Map();
    for (const option of frame.options) counts.set(option, (counts.get(option) || 0) + 1);
    const best = values && bestOf([...values.values()]);
    const words = (option) => frame.said[option] || option;
    const matters = (option) => option === frame.choice || (values && values.get(option)?.value === best);
    const made = shortened([...counts.keys()], words, matters).map((option) => {
      if (option === null) return element("li", "", "…");
      const count = counts.get(option);
      const line = element("li", option === frame.choice ? "chosen" : "", element("span", "words", words(option) + (count > 1 ? ` ×${count}` : "")));
      if (this.valued) line.append(...(values ? meter(values.get(option), best) : [element("span", "meter"), element("span", "value", "…")]));
      return line;
    });
    this.options.classList.toggle("valued", this.valued);
    this.options.replaceChildren(...made);
  }

  // Draw choices with bars for their values, which `setValues` brings, or as a plain list.
  showValues(valued) {
    this.valued = valued;
    if (this.ready) this.drawOptions();
  }

  // Note what a search thinks of the choices of a decision: their words with a value from -1 to 1 and its margin.
  setValues(number, choices) {
    this.values.set(number, new Map(choices.map((each) => [each.words, each])));
    if (number === this.now) this.drawOptions();
  }

  // --- the summary ---

  drawSummary() {
    const { story } = this;
    const rows = story.players.map((player) => [
      player.name, player.agent || "", player.decisions, player.score === null ? "" : Number(player.score.toFixed(3)), player.won ? "won" : "",
    ]);
    const cells = (tag, values) => element("tr", "", ...values.map((value) => element(tag, "", String(value))));
    const heads = ["player", "agent", "decisions", "score", "result"];
    const table = element("table", "", cells("th", heads), ...rows.map((row) => cells("td", row)));
    this.list = element("ol", "decisions");
    this.listed = new Map();
    const from = Math.max(0, Math.min(this.now - MOST_LISTED / 2, story.decisions.length - MOST_LISTED));
    this.list.style.setProperty("counter-reset", `number ${from}`);
    story.decisions.slice(from, from + MOST_LISTED).forEach((decision, index) => this.list.append(this.line(decision, from + index)));
    const left = story.decisions.length - this.listed.size;
    const note = left > 0 ? element("p", "note", `${left} more decisions are not listed; use the slider to get there.`) : null;
    this.summary.replaceChildren(element("div", "sheet", element("h2", "", story.result), table, this.list, note));
    this.markCurrent();
  }

  line(decision, number) {
    const who = element("span", "who", this.story.players[decision.player].name);
    const made = element("button", "", element("small", "", `turn ${decision.turn}`), who, element("b", "", decision.words || "decides"));
    made.type = "button";
    if (decision.events.length) made.append(element("span", "after", decision.events.join("; ")));
    made.addEventListener("click", () => {
      if (!this.docked) this.toggleSummary();
      this.go(number);
    });
    this.listed.set(number, made);
    return element("li", "", made);
  }

  // Whether the summary stands beside the position rather than before it.
  get docked() {
    return getComputedStyle(this.summary).position !== "fixed";
  }

  markCurrent() {
    if (!this.listed.has(Math.min(this.now, this.story.decisions.length - 1)) && this.story.decisions.length > MOST_LISTED) {
      this.drawSummary();
      return;
    }
    this.list.querySelector(".current")?.classList.remove("current");
    const current = this.listed.get(this.now);
    if (!current) return;
    current.classList.add("current");
    const sheet = this.summary.firstElementChild;
    const middle = current.offsetTop - sheet.offsetTop - sheet.clientHeight / 2;
    if (Math.abs(middle - sheet.scrollTop) > sheet.clientHeight / 3) sheet.scrollTop = middle;
  }

  toggleSummary() {
    if (!this.ready) return;
    this.summary.hidden = !this.summary.hidden;
    this.toggle.setAttribute("aria-expanded", String(!this.summary.hidden));
    if (!this.summary.hidden) this.drawSummary();
    if (this.docked) return;
    if (this.summary.hidden) this.toggle.focus();
    else (this.listed.get(this.now) ?? this.list.querySelector("button"))?.focus({ preventScroll: true });
  }
}

function exchangesOf(frame) {
  // What a language model replied, and folded what it was asked. A repair repeats the messages before it.
  let shown = 0;
  return (frame.exchanges || []).map((exchange) => {
    const asked = exchange.messages.slice(shown);
    shown = exchange.messages.length + 1;
    const folded = element("details", "", element("summary", "", "What the language model was asked"));
    for (const message of asked) folded.append(element("h4", "", message.role), element("pre", "", message.content));
    const notes = [`${exchange.tokens_in} tokens in, ${exchange.tokens_out} out`];
    if (exchange.problem) notes.unshift(`not used: ${exchange.problem}`);
    return element("div", exchange.problem ? "exchange unused" : "exchange", element("h4", "", "reply"), element("pre", "", exchange.reply), element("small", "", notes.join("; ")), folded);
  });
}

// Let the keys of the page move a viewer; `current` returns it, or null if there is none.
export function listen(current) {
  const keys = {
    ArrowLeft: (viewer, event) => (event.shiftKey ? viewer.turn(-1) : viewer.step(-1)),
    ArrowRight: (viewer, event) => (event.shiftKey ? viewer.turn(1) : viewer.step(1)),
    PageUp: (viewer) => viewer.step(-10),
    PageDown: (viewer) => viewer.step(10),
    Home: (viewer) => viewer.go(0),
    End: (viewer) => viewer.go(viewer.last),
    Enter: (viewer) => viewer.toggleSummary(),
    " ": (viewer) => viewer.toggleAuto(),
    Escape: (viewer) => viewer.summary.hidden || viewer.toggleSummary(),
  };
  document.addEventListener("keydown", (event) => {
    const viewer = current();
    if (!viewer?.ready || event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    const typing = event.target.matches("select, textarea, input:not([type=range], [type=checkbox])");
    const presses = ["Enter", " "].includes(event.key) && event.target.matches("button, a, summary, input[type=checkbox]");
    const scrolls = !viewer.summary.hidden && !viewer.docked && event.key.startsWith("Page");
    if (typing || presses || scrolls) return;
    event.preventDefault();
    keys[event.key](viewer, event);
  });
}
