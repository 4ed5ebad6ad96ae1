"use strict";
// Draws a chart, such as a map: rows of spots as symbols, the lowest row at the bottom, and the links between them.
// What the symbols of a game look like comes with the chart; names are only ever set as text.
import { element, shape } from "./cards.js";

const STEP = { x: 66, y: 46 };
const EDGE = { left: 60, right: 48, top: 48, bottom: 34 };
const RADIUS = 15;
const PLAIN = { name: "", colour: "#e8dcc2", strokes: "", filled: "", size: 1 };

function emblem({ strokes, filled }) {
  const made = shape("g", { class: "symbol", "aria-hidden": "true" });
  if (filled) made.append(shape("path", { d: filled, class: "solid", "fill-rule": "evenodd" }));
  if (strokes) made.append(shape("path", { d: strokes, class: "line" }));
  return made;
}

// A symbol as a picture of its own.
export function badge(symbol) {
  const circle = shape("circle", { cx: 15, cy: 15, r: 13, class: "disc", fill: symbol.colour });
  return shape("svg", { viewBox: "0 0 30 30", width: 26, height: 26, class: "badge", "aria-hidden": "true" }, circle, shape("g", { transform: "translate(5.5 5.5) scale(.79)" }, emblem(symbol)));
}

export class Chart {
  // `symbols` says how each kind of spot is drawn, and `label` what the chart is called.
  constructor({ spots, links, here = null }, symbols, label) {
    this.symbols = symbols;
    this.here = here;
    this.spots = new Map(spots.map((spot) => [spot.name, spot]));
    this.groups = new Map();
    const rows = spots.map((spot) => spot.row);
    [this.first, this.last] = [Math.min(...rows), Math.max(...rows)];
    const width = Math.max(...spots.map((spot) => spot.column));
    this.size = { x: EDGE.left + EDGE.right + STEP.x * width, y: EDGE.top + EDGE.bottom + STEP.y * (this.last - this.first) };
    this.links = shape("g", { class: "links" });
    this.paths = shape("g", { class: "paths" });
    this.svg = shape("svg", { viewBox: `0 0 ${this.size.x} ${this.size.y}`, class: "chart", role: "group", "aria-label": label });
    const ahead = this.ahead(links);
    for (const [from, to] of links) this.links.append(shape("path", { d: this.line(from, to), class: from === here ? "link next" : ahead.has(from) ? "link" : "link missed" }));
    const numbers = shape("g", { class: "row-numbers", "aria-hidden": "true" });
    for (let row = Math.max(1, this.first); row <= this.last; row++) numbers.append(shape("text", { x: 20, y: this.y(row) + 4 }, String(row)));
    this.svg.append(numbers, this.links, this.paths, shape("g", {}, ...spots.map((spot) => this.spot(spot, ahead.has(spot.name)))));
  }

  // The spots that can still be reached: all of them, as long as the player is nowhere.
  ahead(links) {
    if (this.here === null) return new Set(this.spots.keys());
    const found = new Set([this.here]);
    for (const name of found) for (const [from, to] of links) if (from === name) found.add(to); // grows meanwhile
    return found;
  }

  x(spot) {
    return EDGE.left + STEP.x * spot.column;
  }

  y(row) {
    return this.size.y - EDGE.bottom - STEP.y * (row - this.first);
  }

  line(from, to) {
    const [low, high] = [this.spots.get(from), this.spots.get(to)];
    const [x1, y1, x2, y2] = [this.x(low), this.y(low.row), this.x(high), this.y(high.row)];
    const bend = (y1 - y2) / 2.4;
    return `M${x1} ${y1}C${x1} ${y1 - bend} ${x2} ${y2 + bend} ${x2} ${y2}`;
  }

  symbolOf(spot) {
    return this.symbols[spot.kind] ?? PLAIN;
  }

  spot(spot, isAhead) {
    const symbol = this.symbolOf(spot);
    const radius = RADIUS * symbol.size;
    const isHere = spot.name === this.here;
    const group = shape(
      "g",
      { class: ["spot", isHere ? "here" : "", isAhead ? "" : "missed"].filter(Boolean).join(" "), transform: `translate(${this.x(spot)} ${this.y(spot.row)})`, role: "img", "aria-label": isHere ? `${spot.name}, you are here` : spot.name, "data-spot": spot.name },
      shape("circle", { r: radius + 7, class: "reach" }),
      shape("circle", { r: radius, class: "disc", fill: symbol.colour }),
      shape("g", { transform: `scale(${symbol.size * 0.86}) translate(-12 -12)` }, emblem(symbol)),
    );
    if (isHere) group.append(shape("text", { x: -radius - 10, y: 4, class: "you", "aria-hidden": "true" }, "you"));
    if (spot.label) group.append(shape("text", { x: radius + 3, y: 13, class: "name", "aria-hidden": "true" }, spot.label));
    if (symbol.name) group.append(shape("title", {}, `${spot.name}: ${symbol.name}`));
    this.groups.set(spot.name, group);
    return group;
  }

  // What the symbols mean.
  legend() {
    const kinds = new Set([...this.spots.values()].map((spot) => spot.kind));
    const told = Object.entries(this.symbols).filter(([kind, symbol]) => kinds.has(kind) && symbol.name);
    return element("p", "legend", ...told.map(([, symbol]) => element("span", "", badge(symbol), symbol.name)));
  }
}
