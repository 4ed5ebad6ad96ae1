// The map of the page Routes: rooms are chosen by click or with the keyboard, and paths are marked.
import { Chart } from "/viewer/chart.js";
import { shape } from "/viewer/cards.js";

export class MapView extends Chart {
  // `choose(name)` is called when the reader picks a room.
  constructor(map, choose) {
    super(map.chart, map.symbols, `Map: ${map.title}`);
    this.map = map;
    this.choose = choose;
    for (const [name, group] of this.groups) this.makeRoom(name, group);
    this.focused = map.start;
    this.groups.get(map.start).setAttribute("tabindex", "0");
    this.svg.addEventListener("keydown", (event) => this.press(event));
  }

  makeRoom(name, group) {
    const radius = Number(group.querySelector(".disc").getAttribute("r"));
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "-1");
    group.append(
      shape("path", { d: `M${-radius} ${radius}L${radius} ${-radius}`, class: "slash" }),
      shape("g", { class: "pin", transform: `translate(${radius * 0.8} ${-radius * 0.8})` }, shape("circle", { r: 7.5 }), shape("path", { d: "M-3.5 0l2.5 3 4.5-6" })),
    );
    group.addEventListener("click", () => {
      this.focus(name);
      this.choose(name);
    });
  }

  // --- the keyboard ---

  press(event) {
    const moves = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (event.key === "Enter" || event.key === " ") this.choose(this.focused);
    else if (event.key in moves) this.walk(...moves[event.key]);
    else return;
    event.preventDefault();
  }

  walk(across, up) {
    const here = this.spots.get(this.focused);
    const near = [...this.spots.values()].filter((room) =>
      up ? room.row === here.row + up : room.row === here.row && Math.sign(room.column - here.column) === across,
    );
    near.sort((one, two) => Math.abs(one.column - here.column) - Math.abs(two.column - here.column));
    if (near.length) this.focus(near[0].name);
  }

  focus(name) {
    this.groups.get(this.focused).setAttribute("tabindex", "-1");
    this.focused = name;
    this.groups.get(name).setAttribute("tabindex", "0");
    this.groups.get(name).focus({ preventScroll: false });
  }

  // --- what changes ---

  // Mark rooms: `marks` says "through" or "avoid" by name, `path` is the chosen path, and `others` are more paths.
  update({ marks, path, others, prices }) {
    const onPath = new Set(path);
    for (const [name, group] of this.groups) {
      const mark = marks.get(name) ?? "";
      group.classList.toggle("through", mark === "through");
      group.classList.toggle("avoid", mark === "avoid");
      group.classList.toggle("on", onPath.has(name));
      group.setAttribute("aria-label", this.described(name, mark, onPath.has(name), prices?.[name]));
    }
    const faint = new Set();
    for (const each of others) for (let k = 1; k < each.length; k++) faint.add(this.line(each[k - 1], each[k]));
    const strong = path.slice(1).map((name, k) => this.line(path[k], name));
    this.paths.replaceChildren(
      ...[...faint].map((d) => shape("path", { d, class: "other" })),
      ...strong.map((d) => shape("path", { d, class: "best" })),
    );
  }

  described(name, mark, onPath, price) {
    const room = this.spots.get(name);
    const words = [`${name}: ${this.symbolOf(room).name}, floor ${room.row}`];
    if (price !== undefined) words.push(`costs ${Number(price.toFixed(2))}`);
    if (onPath) words.push("on the path");
    words.push({ through: "required", avoid: "forbidden" }[mark] ?? "free");
    return words.join(", ");
  }
}
