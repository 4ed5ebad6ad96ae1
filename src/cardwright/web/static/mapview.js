// Draws a map: rooms on floors as symbols, links, and paths. Rooms are chosen by click or with the keyboard.
const SVG = "http://www.w3.org/2000/svg";
const STEP = { x: 66, y: 46 };
const EDGE = { left: 60, right: 48, top: 48, bottom: 34 };

// Symbols of rooms on a field of 24 by 24: strokes, and shapes that are filled.
const SYMBOLS = {
  ST: { stroke: "M7 21V4", fill: "M7 4l11 4-11 5z" },
  N: { stroke: "M6 4l11 12M18 4L7 16M4 15l5 5M20 15l-5 5M6.5 17.5L4 20M17.5 17.5L20 20" },
  U: { stroke: "M8.5 8.5a3.6 3.6 0 1 1 5.4 3.1c-1.3.8-1.9 1.4-1.9 3.1", fill: "M10.6 18.6a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z" },
  M: { stroke: "M12 3.5v17M15.8 7.4C14.9 6.4 13.6 6 12 6c-2.2 0-4 1-4 2.9 0 4.2 8 2 8 6.2C16 17 14.2 18 12 18c-1.8 0-3.3-.6-4.2-1.8" },
  R: { fill: "M12.6 3c.6 3.6 4.4 5 4.4 9.2a5 5 0 0 1-10 0c0-2.5 1.7-3.6 1.9-5.7 1.7.9 2.1 2.3 2.1 3.6 1.3-1.6 2.2-4 1.6-7.1z", stroke: "M5 21l14-2.5M5 18.5L19 21" },
  T: { stroke: "M4 11.5C4 8 5.8 6 8.5 6h7C18.2 6 20 8 20 11.5V18H4zM4 12h16M12 10.5v3.2" },
  E: { fill: "M12 6c-3.6 0-5.8 2.4-5.8 5.5 0 1.9.9 3.2 2 3.9V19h7.6v-3.6c1.1-.7 2-2 2-3.9C17.8 8.4 15.6 6 12 6zM9.6 10.2a1.5 1.7 0 1 1 0 3.4a1.5 1.7 0 1 1 0-3.4zM14.4 10.2a1.5 1.7 0 1 1 0 3.4a1.5 1.7 0 1 1 0-3.4z", stroke: "M6.4 9C4.4 8 3.6 5.8 4.2 3.5M17.6 9c2-1 2.8-3.2 2.2-5.5" },
  B: { fill: "M4.5 18.5L3 8l5.2 4L12 4.5l3.8 7.5L21 8l-1.5 10.5z" },
};
SYMBOLS.EX = SYMBOLS.E;

export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function symbol(kind) {
  const { stroke, fill } = SYMBOLS[kind];
  const made = shape("g", { class: "symbol", "aria-hidden": "true" });
  if (fill) made.append(shape("path", { d: fill, class: "solid", "fill-rule": "evenodd" }));
  if (stroke) made.append(shape("path", { d: stroke, class: "line" }));
  return made;
}

// The symbol of a kind of room as a picture of its own.
export function badge(kind) {
  const circle = shape("circle", { cx: 15, cy: 15, r: 13, class: "disc" });
  const inner = shape("g", { transform: "translate(5.5 5.5) scale(.79)" }, symbol(kind));
  return shape("svg", { viewBox: "0 0 30 30", width: 26, height: 26, class: `badge kind-${kind}`, "aria-hidden": "true" }, circle, inner);
}

export class MapView {
  // `choose(name)` is called when the reader picks a room.
  constructor(map, choose) {
    this.map = map;
    this.choose = choose;
    this.rooms = new Map(map.rooms.map((room) => [room.name, room]));
    this.groups = new Map();
    const width = Math.max(...map.rooms.map((room) => room.column));
    this.size = { x: EDGE.left + EDGE.right + STEP.x * width, y: EDGE.top + EDGE.bottom + STEP.y * map.floors };
    this.links = shape("g", { class: "links" });
    this.paths = shape("g", { class: "paths" });
    this.svg = shape("svg", { viewBox: `0 0 ${this.size.x} ${this.size.y}`, class: "map", role: "group", "aria-label": `Map: ${map.title}` });
    for (const [here, there] of map.links) this.links.append(shape("path", { d: this.line(here, there), class: "link" }));
    const floors = shape("g", { class: "floors", "aria-hidden": "true" });
    for (let floor = 1; floor <= map.floors; floor++) floors.append(shape("text", { x: 20, y: this.y(floor) + 4 }, String(floor)));
    const rooms = shape("g", { class: "rooms" }, ...map.rooms.map((room) => this.room(room)));
    this.svg.append(floors, this.links, this.paths, rooms);
    this.focused = map.start;
    this.groups.get(map.start).setAttribute("tabindex", "0");
    this.svg.addEventListener("keydown", (event) => this.press(event));
  }

  x(room) {
    return EDGE.left + STEP.x * room.column;
  }

  y(floor) {
    return this.size.y - EDGE.bottom - STEP.y * floor;
  }

  line(here, there) {
    const [low, high] = [this.rooms.get(here), this.rooms.get(there)];
    const [x1, y1, x2, y2] = [this.x(low), this.y(low.floor), this.x(high), this.y(high.floor)];
    const bend = (y1 - y2) / 2.4;
    return `M${x1} ${y1}C${x1} ${y1 - bend} ${x2} ${y2 + bend} ${x2} ${y2}`;
  }

  room(room) {
    const radius = { B: 24, EX: 18 }[room.kind] ?? 15;
    const scale = (radius / 15) * 0.86;
    const group = shape(
      "g",
      { class: `room kind-${room.kind}`, transform: `translate(${this.x(room)} ${this.y(room.floor)})`, role: "button", tabindex: "-1", "data-room": room.name },
      shape("circle", { r: radius + 7, class: "reach" }),
      shape("circle", { r: radius, class: "disc" }),
      shape("g", { transform: `scale(${scale}) translate(-12 -12)` }, symbol(room.kind)),
      shape("path", { d: `M${-radius} ${radius}L${radius} ${-radius}`, class: "slash" }),
      shape("g", { class: "pin", transform: `translate(${radius * 0.8} ${-radius * 0.8})` }, shape("circle", { r: 7.5 }), shape("path", { d: "M-3.5 0l2.5 3 4.5-6" })),
    );
    if (room.kind !== "ST" && room.kind !== "B") group.append(shape("text", { x: radius + 3, y: 13, class: "name", "aria-hidden": "true" }, room.name));
    group.addEventListener("click", () => {
      this.focus(room.name);
      this.choose(room.name);
    });
    this.groups.set(room.name, group);
    return group;
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
    const here = this.rooms.get(this.focused);
    const near = [...this.rooms.values()].filter((room) =>
      up ? room.floor === here.floor + up : room.floor === here.floor && Math.sign(room.column - here.column) === across,
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
    const room = this.rooms.get(name);
    const words = [`${name}: ${this.map.kinds[room.kind].name}, floor ${room.floor}`];
    if (price !== undefined) words.push(`costs ${Number(price.toFixed(2))}`);
    if (onPath) words.push("on the path");
    words.push({ through: "required", avoid: "forbidden" }[mark] ?? "free");
    return words.join(", ");
  }
}
