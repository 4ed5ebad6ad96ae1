// "How strong is it?": figures with intervals that shrink while one watches.
import { fixed } from "/viewer/numbers.js";
import { button, commandLine, element, select, socketAddress } from "./ui.js";

const signed = (value, digits) => `${Number(fixed(value, digits)) > 0 ? "+" : ""}${fixed(value, digits)}`.replace("-", "−");

function inWords(group, row) {
  if (row.value === null) return "–";
  const percent = group.form === "percent";
  const show = percent ? (value) => `${fixed(100 * value, 0)} %` : row.zero === null ? (value) => fixed(value, 1) : (value) => signed(value, 1);
  const interval = row.low === null || row.low === row.high ? "" : ` [${show(row.low)}, ${show(row.high)}]`;
  return show(row.value) + interval;
}

class Group {
  // Figures on one scale, which grows and never shrinks, so that the intervals visibly do.
  constructor(group) {
    this.low = Infinity;
    this.high = -Infinity;
    this.rows = new Map();
    this.list = element("ul", "measures");
    this.element = element("section", "", element("h3", "", group.title), this.list);
  }

  show(group) {
    const known = group.rows.flatMap((row) => [row.low, row.high, row.value]).filter((value) => value !== null);
    known.push(...group.rows.map((row) => row.zero).filter((value) => value !== null), ...group.range);
    this.low = Math.min(this.low, ...known);
    this.high = Math.max(this.high, ...known);
    for (const row of group.rows) this.draw(group, row);
  }

  draw(group, row) {
    if (!this.rows.has(row.name)) this.rows.set(row.name, this.newRow(row.name));
    const { zero, whisker, dot, figure, note } = this.rows.get(row.name);
    this.put(zero, row.zero);
    this.put(whisker, row.low, row.high);
    this.put(dot, row.value);
    figure.textContent = inWords(group, row);
    note.textContent = row.note;
  }

  newRow(name) {
    const parts = { zero: element("i", "zero"), whisker: element("i", "whisker"), dot: element("i", "dot"), figure: element("span", "measure"), note: element("span", "dim small note") };
    const graph = element("div", "interval", parts.zero, parts.whisker, parts.dot);
    graph.setAttribute("aria-hidden", "true");
    this.list.append(element("li", "", element("b", "", name), parts.figure, graph, parts.note));
    return parts;
  }

  put(mark, from, to = null) {
    const at = (value) => (100 * (value - this.low)) / Math.max(1e-9, this.high - this.low);
    mark.hidden = from === null;
    if (from === null) return;
    mark.style.setProperty("left", `${at(from)}%`);
    if (to !== null) mark.style.setProperty("right", `${100 - at(to)}%`);
  }
}

export class Strength {
  // A panel that judges the open file; `prepare` saves it first and returns its name.
  constructor({ prepare, complain }) {
    this.prepare = prepare;
    this.complain = complain;
    this.socket = null;
    this.choice = select([["", "All cards"]], "");
    this.choice.setAttribute("aria-label", "What is judged");
    this.start = button("How strong is it?", () => (this.socket ? this.stop() : this.judge()), "main");
    this.bar = element("progress", "");
    this.bar.setAttribute("aria-label", "Progress");
    this.bar.hidden = true;
    this.doing = element("p", "dim small doing", "");
    this.doing.setAttribute("role", "status");
    this.groups = element("div", "groups", "");
    this.command = element("div", "");
    this.panel = element("section", "panel strength", element("h2", "", "Strength"), element("div", "row", this.choice, this.start), this.bar, this.doing, this.groups, this.command);
  }

  offer(checked) {
    // Offers what a checked file holds.
    const { kind, judged } = checked;
    const several = kind === "spire" || kind === "unicorns";
    const before = this.choice.value;
    this.choice.replaceChildren(...select([["", "All cards"], ...judged.map((name) => [name, name])]).children);
    this.choice.value = judged.includes(before) ? before : "";
    this.choice.hidden = !several || judged.length < 2;
    this.start.disabled = !judged.length && !this.socket;
    this.start.textContent = this.socket ? "Stop" : kind === "cgdl" ? "How good is it?" : "How strong is it?";
    this.panel.hidden = kind === "text" || kind === "scenario" || kind === "lineups";
    this.command.replaceChildren(checked.commands.judge ? commandLine(checked.commands.judge) : "");
    this.checked = checked;
  }

  clear() {
    this.stop();
    this.start.disabled = true;
    for (const each of [this.groups, this.command]) each.replaceChildren();
    this.doing.textContent = "";
    this.bar.hidden = true;
  }

  async judge() {
    const name = await this.prepare();
    this.groups.replaceChildren();
    this.drawn = new Map();
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    this.doing.textContent = "Playing the first games; on a new machine the rules are compiled first, which takes a minute.";
    const socket = (this.socket = new WebSocket(socketAddress("/ws/judge")));
    this.start.textContent = "Stop";
    socket.addEventListener("open", () => socket.send(JSON.stringify({ name, cards: this.choice.value ? [this.choice.value] : [] })));
    socket.addEventListener("message", (event) => this.socket === socket && this.show(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.socket === socket && this.ended());
  }

  stop() {
    if (!this.socket) return;
    this.socket.close();
    this.doing.textContent += " (stopped)";
    this.ended();
  }

  ended() {
    this.socket = null;
    this.bar.hidden = true;
    if (this.checked) this.offer(this.checked);
  }

  show(message) {
    if (message.type === "error") {
      this.doing.textContent = "";
      this.complain(new Error(message.error));
    }
    if (message.type !== "round") return;
    this.bar.max = message.steps;
    this.bar.value = message.done;
    this.doing.textContent = message.doing;
    for (const group of message.groups) {
      if (!this.drawn.has(group.title)) {
        this.drawn.set(group.title, new Group(group));
        this.groups.append(this.drawn.get(group.title).element);
      }
      this.drawn.get(group.title).show(group);
    }
  }
}
