// Routes: the map of a seed, rooms to require or to avoid, weights, and the best paths, redrawn at once.
import { api, byId, button, commandLine, element, field, input, select, sentence } from "./ui.js";
import { badge } from "/viewer/chart.js";
import { shape } from "/viewer/cards.js";
import { MapView } from "./mapview.js";

const AIMS = [
  ["risk", "the least risk"],
  ["reward", "the most reward"],
  ["balance", "reward against risk"],
  ["own", "a sum of my own"],
];
const EXAMPLES = ["at least 2 elites", "no more than 3 fights in a row", "a shop after floor 6", "a rest before the boss", "a rest before every elite", "no burning elite", "exactly 3 events", "at most 1 shop", "a treasure between floors 3 and 9"];
const WEIGHED = ["N", "U", "M", "R", "T", "E", "EX"];
const MOST = { risk: 8, reward: 8 };
const PATHS = 5;

class Page {
  constructor() {
    this.map = null;
    this.view = null;
    this.marks = new Map(); // rooms to pass through or to avoid
    this.wishes = []; // constraints in words
    this.weights = { risk: {}, reward: {} };
    this.answer = null;
    this.chosen = 0; // the path that is drawn: its number among the best, or a path of the front
    this.asking = null; // settles when the last change is answered
    this.changed = false;
    this.refusal = element("p", "problem"); // beside the map's form, because a note over the page would cover the map
    this.refusal.setAttribute("role", "alert");
    this.misread = element("p", "problem small");
    this.misread.setAttribute("role", "alert");
  }

  // Shows what could not be done, until something else is asked for.
  complain(error) {
    this.refusal.textContent = sentence(error.message);
    if (!this.answer) this.problem.textContent = "";
  }

  // --- the page ---

  async open() {
    const asked = new URLSearchParams(location.search);
    const where = { seed: asked.get("seed") ?? "HELLO", act: asked.get("act") ?? "1", ascension: asked.get("ascension") ?? "0", file: asked.get("file") };
    this.frame = element("div", "frame");
    this.problem = element("p", "problem");
    this.problem.setAttribute("role", "status");
    this.paths = element("div", "stack paths-list");
    this.front = element("div", "front");
    this.next = element("div", "");
    this.command = element("div", "");
    this.title = element("p", "dim title");
    const results = element("section", "panel stack", element("h2", "", "The best paths"), this.problem, this.paths, element("details", "", element("summary", "", "Risk and reward: what can be traded"), this.front), element("details", "", element("summary", "", "The next room"), this.next));
    const help = element("p", "small dim", "Choose a room once to require it, twice to avoid it, a third time to free it. With the keyboard: arrows walk from room to room, Enter chooses.");
    const side = element("div", "stack side", results, this.wishForm(), this.weightForm());
    byId("main").replaceChildren(element("h1", "", "Routes"), this.mapForm(where), element("div", "layout", element("section", "panel board", this.title, this.frame, help), side), this.command);
    await this.show(where);
  }

  mapForm(where) {
    const source = select([["seed", "a seed"], ["example", "the paper's map"], ["file", "a file"]], where.file ? (where.file === "example" ? "example" : "file") : "seed");
    const seed = input("text", where.seed, { spellcheck: false, autocomplete: "off" });
    const act = select(["1", "2", "3", "4"].map((each) => [each, each]), where.act);
    const ascension = input("number", where.ascension, { min: 0, max: 20 });
    const file = input("text", where.file && where.file !== "example" ? where.file : "", { placeholder: "my_map.txt", maxLength: 1000 });
    const fields = { seed: [field("Seed", seed), field("Act", act), field("Ascension", ascension)], example: [], file: [field("File of the folder", file)] };
    const place = element("span", "row");
    const wanted = () => ({ seed: { seed: seed.value.trim(), act: act.value, ascension: ascension.value || "0" }, example: { file: "example" }, file: { file: file.value.trim() } })[source.value];
    const show = () => {
      const asked = wanted();
      if (asked.seed || asked.file) this.show(asked).catch((error) => this.complain(error));
    };
    const arrange = () => place.replaceChildren(...fields[source.value], ...(source.value === "seed" ? [another] : []));
    const another = button("Another seed", () => {
      seed.value = String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));
      show();
    });
    source.addEventListener("change", () => {
      arrange();
      show();
    });
    for (const each of [seed, act, ascension, file]) each.addEventListener("change", show);
    arrange();
    return element("section", "panel row map-form", field("Map of", source), place, this.refusal);
  }

  async show({ seed, act, ascension, file }) {
    this.where = file ? { file } : { seed, act: Number(act), ascension: Number(ascension) };
    const query = new URLSearchParams(this.where);
    const map = await api(`/api/routes/map?${query}`);
    history.replaceState(null, "", `/routes?${query}`);
    this.map = map;
    this.marks.clear();
    this.chosen = 0;
    this.title.textContent = this.map.title;
    this.view = new MapView(this.map, (name) => this.cycle(name));
    this.frame.style.setProperty("--ratio", this.view.size.x / this.view.size.y);
    this.frame.replaceChildren(this.view.svg);
    this.view.update({ marks: this.marks, path: [], others: [] });
    this.start.replaceChildren(...this.map.chart.spots.filter((room) => room.name !== this.map.boss).map((room) => Object.assign(element("option", "", room.name === this.map.start ? "the start" : `${room.name}, ${this.map.kinds[room.kind].name}`), { value: room.name })));
    this.drawWeights();
    await this.ask();
  }

  cycle(name) {
    const after = { undefined: "through", through: "avoid" }[this.marks.get(name)];
    if (after) this.marks.set(name, after);
    else this.marks.delete(name);
    this.ask().catch((error) => this.complain(error));
  }

  // --- constraints ---

  wishForm() {
    const wish = input("text", "", { placeholder: "at least 2 elites", maxLength: 200, autocomplete: "off" });
    const known = element("datalist", "");
    known.id = "examples";
    known.append(...EXAMPLES.map((each) => Object.assign(element("option", ""), { value: each })));
    wish.setAttribute("list", "examples");
    this.wished = element("ul", "wishes");
    const add = button("Add", async () => {
      const text = wish.value.trim();
      if (text && (await this.wish(text))) wish.value = "";
    });
    const examples = element("div", "row examples", element("span", "dim small", "For example:"), ...EXAMPLES.map((text) => button(text, () => this.wish(text), "example")));
    wish.addEventListener("keydown", (event) => event.key === "Enter" && add.click());
    this.start = element("select", "");
    this.start.addEventListener("change", () => this.ask().catch((error) => this.complain(error)));
    return element("section", "panel stack", element("h2", "", "What the path must keep"), element("div", "row wish", field("Constraint", wish), add), this.misread, examples, known, this.wished, field("Start from", this.start));
  }

  // Adds a constraint and returns whether it was understood; if not, the server says why.
  async wish(text) {
    if (this.wishes.includes(text)) return true;
    this.wishes.push(text);
    try {
      await this.ask();
    } catch (error) {
      this.wishes.splice(this.wishes.indexOf(text), 1);
      await this.ask();
      this.misread.textContent = sentence(error.message);
      return false;
    }
    return true;
  }

  drawWishes() {
    const rooms = [...this.marks].map(([name, mark]) => [`${mark} ${name}`, () => this.marks.delete(name)]);
    const own = this.wishes.map((text) => [text, () => this.wishes.splice(this.wishes.indexOf(text), 1)]);
    const lines = [...own, ...rooms].map(([text, drop]) => {
      const remove = button("×", () => {
        drop();
        return this.ask();
      }, "plain");
      remove.setAttribute("aria-label", `Remove: ${text}`);
      return element("li", text.startsWith("through ") ? "through" : text.startsWith("avoid ") ? "avoid" : "", text, remove);
    });
    this.wished.replaceChildren(...(lines.length ? lines : [element("li", "none dim small", "nothing yet")]));
  }

  // --- what makes a path good ---

  weightForm() {
    this.aim = select(AIMS, "risk");
    this.balance = input("range", "0.5", { min: 0, max: 3, step: 0.1 });
    this.balanceShown = element("output", "", "0.5");
    this.sum = input("text", "reward - 0.5*risk - 2*shops", { maxLength: 200, spellcheck: false });
    const more = element("span", "row");
    const balance = field("How much risk counts", element("span", "slider-row", this.balance, this.balanceShown));
    const sum = field("Sum", this.sum);
    const arrange = () => more.replaceChildren(...({ balance: [balance], own: [sum] }[this.aim.value] ?? []));
    const again = () => this.ask().catch((error) => this.complain(error));
    this.aim.addEventListener("change", () => {
      arrange();
      again();
    });
    this.balance.addEventListener("input", () => {
      this.balanceShown.textContent = this.balance.value;
      again();
    });
    this.sum.addEventListener("change", again);
    this.table = element("div", "weights");
    const reset = button("Reset the weights", () => {
      this.weights = { risk: {}, reward: {} };
      this.drawWeights();
      return this.ask();
    });
    return element("section", "panel stack", element("h2", "", "What makes a path good"), element("p", "dim small", "Risk and reward are sums of these weights over the rooms of a path. No battle is played to find them, so set them as you see fit."), element("div", "row", field("Look for", this.aim), more), this.table, element("div", "row", reset));
  }

  drawWeights() {
    const rows = WEIGHED.map((kind) => {
      const about = this.map.kinds[kind];
      const cells = ["risk", "reward"].map((measure) => this.slider(kind, measure, about));
      return element("div", "weight", badge(this.map.symbols[kind]), element("span", "kind-name", about.name), ...cells);
    });
    const head = element("div", "weight head", element("span", ""), element("span", ""), element("span", "", "risk"), element("span", "", "reward"));
    this.table.replaceChildren(head, ...rows);
  }

  slider(kind, measure, about) {
    const slider = input("range", String(this.weights[measure][kind] ?? about[measure]), { min: 0, max: MOST[measure], step: 0.5 });
    slider.value = String(this.weights[measure][kind] ?? about[measure]);
    slider.setAttribute("aria-label", `${measure} of ${about.plural}`);
    const shown = element("output", "", slider.value);
    slider.addEventListener("input", () => {
      shown.textContent = slider.value;
      if (Number(slider.value) === about[measure]) delete this.weights[measure][kind];
      else this.weights[measure][kind] = Number(slider.value);
      this.ask().catch((error) => this.complain(error));
    });
    return element("span", "slider-row", element("span", "measure", measure), slider, shown);
  }

  get objective() {
    return { balance: `reward - ${this.balance.value}*risk`, own: this.sum.value.trim() || "risk" }[this.aim.value] ?? this.aim.value;
  }

  // --- asking and drawing ---

  // Ask for the best paths; while an answer is on its way, only the last change counts.
  ask() {
    this.refusal.textContent = this.misread.textContent = "";
    this.drawWishes();
    if (!this.answer) this.problem.textContent = "Looking for the best paths …";
    this.problem.classList.toggle("dim", !this.answer); // to wait is no mistake
    this.changed = true;
    this.asking ??= this.answerAll().finally(() => (this.asking = null));
    return this.asking;
  }

  async answerAll() {
    while (this.changed) {
      this.changed = false;
      const rooms = [...this.marks].map(([name, mark]) => `${mark} ${name}`);
      const start = this.start.value === this.map.start ? {} : { start: this.start.value };
      const body = { ...this.where, ...start, objective: this.objective, require: [...this.wishes, ...rooms], weights: this.weights, k: PATHS };
      const { view } = this;
      const answer = await api("/api/routes/plan", { method: "POST", body });
      if (view !== this.view) continue; // another map was chosen meanwhile
      this.answer = answer;
      this.chosen = 0;
      this.draw();
    }
  }

  draw() {
    const { answer } = this;
    this.problem.textContent = sentence(answer.problem);
    this.problem.classList.remove("dim");
    this.drawWishes();
    this.drawPaths();
    this.drawFront();
    this.drawNext();
    this.command.replaceChildren(commandLine(answer.command));
    this.drawMap();
  }

  get route() {
    return typeof this.chosen === "number" ? this.answer.routes[this.chosen] : this.chosen;
  }

  drawMap() {
    const others = this.answer.routes.map((each) => each.path);
    this.view.update({ marks: this.marks, path: this.route?.path ?? [], others, prices: this.answer.prices });
  }

  pick(chosen) {
    this.chosen = chosen;
    this.drawPaths();
    this.drawFront();
    this.drawMap();
  }

  composition(path) {
    const counts = new Map();
    for (const name of path) {
      const kind = this.view.spots.get(name).kind;
      if (WEIGHED.includes(kind)) counts.set(kind, (counts.get(kind) || 0) + 1);
    }
    const shown = WEIGHED.filter((kind) => counts.has(kind));
    const made = element("span", "made", ...shown.map((kind) => element("span", "", badge(this.map.symbols[kind]), String(counts.get(kind)))));
    const about = shown.map((kind) => `${counts.get(kind)} ${counts.get(kind) > 1 ? this.map.kinds[kind].plural : this.map.kinds[kind].name}`).join(", ");
    return [made, about];
  }

  drawPaths() {
    const rows = this.answer.routes.map((route, index) => this.pathLine(route, index, `${index + 1}`));
    if (typeof this.chosen !== "number") rows.push(this.pathLine(this.chosen, this.chosen, "front"));
    this.paths.replaceChildren(...rows);
  }

  pathLine(route, key, label) {
    const [made, about] = this.composition(route.path);
    const figures = element("span", "figures-of", element("b", "", `${route.total}`), element("span", "small dim", `risk ${route.values.risk}, reward ${route.values.reward}`));
    const line = button("", () => this.pick(key), key === this.chosen ? "path chosen" : "path");
    line.setAttribute("aria-pressed", String(key === this.chosen));
    made.setAttribute("aria-hidden", "true");
    line.append(element("span", "rank", label), figures, made, element("span", "unseen", about));
    if (key === this.chosen) line.append(element("span", "rooms-of small", route.path.join(" ")));
    return line;
  }

  drawFront() {
    const { front } = this.answer;
    if (!front.length) {
      this.front.replaceChildren();
      return;
    }
    const risks = front.map((each) => each.values.risk);
    const rewards = front.map((each) => each.values.reward);
    const scale = (values, low, high) => {
      const [least, most] = [Math.min(...values), Math.max(...values)];
      return (value) => (most === least ? (low + high) / 2 : low + ((high - low) * (value - least)) / (most - least));
    };
    const [x, y] = [scale(risks, 46, 330), scale(rewards, 150, 18)];
    const plot = shape("svg", { viewBox: "0 0 350 190", class: "plot", role: "group", "aria-label": "Pareto front of risk and reward" });
    plot.append(shape("path", { class: "axis", d: "M36 8V160H342" }), shape("text", { x: 190, y: 186 }, "risk"), shape("text", { x: 12, y: 84, transform: "rotate(-90 12 84)" }, "reward"));
    for (const value of new Set([Math.min(...risks), Math.max(...risks)])) plot.append(shape("text", { x: x(value), y: 174 }, String(value)));
    for (const value of new Set([Math.min(...rewards), Math.max(...rewards)])) plot.append(shape("text", { x: 25, y: y(value) + 4 }, String(value)));
    plot.append(shape("path", { class: "front-line", d: front.map((each, k) => (k ? `H${x(each.values.risk)}V${y(each.values.reward)}` : `M${x(each.values.risk)} ${y(each.values.reward)}`)).join("") }));
    const current = this.route?.path.join();
    for (const each of front) {
      const label = `risk ${each.values.risk}, reward ${each.values.reward}`;
      const isCurrent = each.path.join() === current;
      const dot = shape("g", { class: isCurrent ? "dot-of current" : "dot-of", role: "button", tabindex: "0", "aria-label": label, transform: `translate(${x(each.values.risk)} ${y(each.values.reward)})` }, shape("circle", { r: 10, class: "reach" }), shape("circle", { r: isCurrent ? 6 : 4.5 }), shape("title", {}, label));
      const pick = () => this.pick(this.found(each));
      dot.addEventListener("click", pick);
      dot.addEventListener("keydown", (event) => event.key === "Enter" && pick());
      plot.append(dot);
    }
    this.front.replaceChildren(plot);
  }

  // The number of a path among the best, or the path itself.
  found(route) {
    const index = this.answer.routes.findIndex((each) => each.path.join() === route.path.join());
    return index < 0 ? route : index;
  }

  drawNext() {
    const lines = this.answer.next.map((step) =>
      element("li", "", element("b", "", step.name), ` ${this.map.kinds[this.view.spots.get(step.name).kind].name}: `, step.best === null ? "no path keeps the constraints" : `best total ${step.best}; ${step.good} good paths of ${step.paths}`),
    );
    this.next.replaceChildren(element("ul", "next-rooms", ...lines), element("p", "small dim", "A path is good if it is at most 2 worse than the best."));
  }
}

const page = new Page();
page.open().catch((error) => page.complain(error));
