"use strict";
// Draws a position of any game. Names come from untrusted files, so they are only ever set as text.
//
// A view is plain data: lists of words are cards, lists of mappings with a `name` are figures such as enemies, a text of
// several lines is a drawing, mappings with `spots` and `links` are charts such as a map, and values under a player's
// name are drawn with that player. Nothing here knows a particular game.
import { Chart } from "./chart.js";
import { element, inkOf, picture, playingCard, randomFrom } from "./cards.js";

const MOST_BACKS = 13; // of cards that lie face down beside each other
const MANY_OPEN = 10; // cards that lie open on the table; more of them overlap
const HUES = [212, 330, 150, 268, 36, 190, 6, 96, 300, 60];

export const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
export const words = (key) => key.replaceAll("_", " ");

export const playerColour = (seat, players) => `hsl(${(360 * seat) / players + 200} 75% 66%)`;

function areNew(list, before) {
  // Whether each card is new since the last decision.
  const left = new Map();
  const nameOf = (item) => (isMap(item) ? item.name : item);
  for (const item of before) left.set(nameOf(item), (left.get(nameOf(item)) || 0) + 1);
  return list.map((item) => {
    const count = left.get(nameOf(item)) || 0;
    left.set(nameOf(item), count - 1);
    return count <= 0;
  });
}

function chip(label, value, before) {
  const changed = before !== undefined && before !== value;
  const shown = typeof value === "boolean" ? "" : String(value);
  const name = ["chip", changed ? "new" : "", value === 0 ? "zero" : ""].filter(Boolean).join(" ");
  return element("span", name, label ? element("i", "", words(label)) : null, label && shown ? " " : "", shown);
}

function bar(label, value, most) {
  const filled = element("div", "filled");
  filled.style.width = `${Math.max(0, Math.min(100, (100 * value) / Math.max(1, most)))}%`;
  return element("div", "bar", filled, element("span", "", `${words(label)} ${value} / ${most}`));
}

function namedChip(label, map, before) {
  // Something with a name, such as an enemy's intent: its own words, or else its name and its numbers.
  const told = (each) => (isMap(each) ? (each.words ?? inNumbers(each)) : undefined);
  return chip(map.words ? "" : label, told(map), told(before));
}

function inNumbers(map) {
  const told = Object.entries(map).flatMap(([key, value]) => (key === "name" || value === null || typeof value === "object" ? [] : [`${words(key)} ${value}`]));
  return told.length ? `${map.name} (${told.join(", ")})` : map.name;
}

function numbered(names) {
  // Equal names get numbers, as choices have them.
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${names.slice(0, index + 1).filter((each) => each === name).length}`));
}

const at = (view, path) => path.reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), view);

export class Board {
  // `players` are mappings with a `name` and perhaps an `agent`; `piles` are the zones drawn as closed piles, `labels`
  // what players call some zones, `rows` zones that lie side by side, and `symbols` how the spots of charts look.
  // `redraw` is called when the reader opens a pile. `decorate(element, name, path)` is called for every card, figure,
  // player and number that has a word; the path leads to cards and figures in the view.
  constructor({ players, piles = [], labels = {}, rows = [], symbols = {}, redraw, decorate = () => {} }) {
    this.players = players;
    this.names = players.map((player) => player.name);
    this.piles = piles;
    this.labels = labels;
    this.rows = rows;
    this.symbols = symbols;
    this.redraw = redraw;
    this.decorate = decorate;
    this.open = new Set(); // piles that the reader has opened
    this.drawings = new Map(); // whether the reader has opened or closed each drawing
    this.faces = {};
    this.kinds = [];
  }

  // What is printed on cards, by their names.
  addFaces(faces) {
    Object.assign(this.faces, faces);
    this.kinds = [...new Set(Object.values(this.faces).map((face) => face.kind))].sort();
    this.isSuited = Object.values(this.faces).some((face) => face.pip);
  }

  isCard(item) {
    return item === null || typeof item === "string" || (isMap(item) && item.name in this.faces);
  }

  isZone(value) {
    return Array.isArray(value) && value.every((item) => this.isCard(item));
  }

  hueOf(name) {
    const face = this.faces[name];
    return face ? HUES[this.kinds.indexOf(face.kind) % HUES.length] : Math.floor(360 * randomFrom(name)());
  }

  card(item, isNew, path) {
    if (item === null) {
      const back = this.back(isNew);
      if (this.isSuited) back.classList.add("plain");
      return back;
    }
    const result = this.isWord(item) ? element("span", `chip slip${isNew ? " new" : ""}`, item) : this.printedCard(item, isNew);
    this.decorate(result, isMap(item) ? item.name : item, path);
    return result;
  }

  // Whether an item is no card but a word among them, such as an empty slot: where cards have faces, it has none.
  isWord(item) {
    return typeof item === "string" && this.kinds.length > 0 && !(item in this.faces);
  }

  // A card that need not lie anywhere: one to choose or to explain.
  printedCard(item, isNew = false) {
    const name = isMap(item) ? item.name : item;
    const face = this.faces[name] || { kind: "", cost: "", text: "", pip: "" };
    const extra = isMap(item) ? Object.entries(item).filter(([key]) => key !== "name") : [];
    const result = element("div", `card${isNew ? " new" : ""}`);
    if (face.pip) {
      result.classList.add("suited", ...("♥♦".includes(face.pip) ? ["red"] : []));
      const ink = inkOf(face, this.hueOf(name));
      if (ink) result.classList.add("worded");
      result.style.setProperty("--suit", ink);
      result.append(...playingCard(name, face));
    } else result.append(...this.printed(name, face, extra));
    if (!face.pip && !face.text && this.isSuited) result.classList.add("plain"); // a joker, as large as the others
    const length = face.text.length + (name.length > 13 ? 20 : 0) + (extra.length ? 24 : 0); // a long name takes two lines
    if (length > 74) result.classList.add("wordy");
    else if (length < 50) result.classList.add("terse");
    result.style.setProperty("--hue", this.hueOf(name));
    result.style.setProperty("--letters", Math.max(...name.split(/[\s-]/).map((word) => word.length)));
    result.title = [name, face.kind, face.text].filter(Boolean).join("\n");
    return result;
  }

  printed(name, face, extra) {
    return [
      element("div", "art", picture(name, this.hueOf(name))),
      element("div", "name", name),
      face.text ? element("div", "text", face.text) : null,
      extra.length ? element("div", "extra", extra.map(([key, value]) => `${words(key)} ${value}`).join(", ")) : null,
      face.kind ? element("div", "kind", face.kind) : null,
      face.cost && face.cost !== name ? element("div", "cost", face.cost) : null,
    ].filter((part) => part !== null);
  }

  back(isNew) {
    const result = element("div", `card back${isNew ? " new" : ""}`);
    result.setAttribute("aria-hidden", "true");
    return result;
  }

  zone(label, list, path, before) {
    const fresh = Array.isArray(before) ? areNew(list, before) : list.map(() => false);
    const backs = list.map((item, index) => (item === null ? this.back(fresh[index]) : null)).filter(Boolean);
    const isFan = backs.length > 1; // several unknown cards take little room
    const drawn = list.map((item, index) => (isFan && item === null ? null : this.card(item, fresh[index], [...path, index])));
    const cards = element("div", "cards", ...drawn);
    if (isFan) cards.append(element("div", "closed", ...backs.slice(0, MOST_BACKS), element("span", "count", `${backs.length} cards`)));
    if (!list.length) cards.append(element("span", "empty", "empty"));
    const result = element("div", "zone", element("div", "label", this.called(label)), cards);
    result.dataset.zone = label;
    return result;
  }

  pile(label, list, path, before) {
    const key = path.join("/");
    const changed = Array.isArray(before) && before.length !== list.length;
    const back = element("button", `pile${changed ? " new" : ""}${list.length ? "" : " none"}`, element("b", "", String(list.length)), element("span", "", this.called(label)));
    back.type = "button";
    back.title = this.open.has(key) ? "Close" : "Open";
    back.setAttribute("aria-expanded", String(this.open.has(key)));
    back.addEventListener("click", () => {
      if (!this.open.delete(key)) this.open.add(key);
      this.redraw();
    });
    return this.open.has(key) ? element("div", "unfolded", back, this.zone("", list, path, before)) : back;
  }

  figure(name, map, path, before) {
    const old = isMap(before) ? before : {};
    const shown = Object.entries(map).filter(([key, value]) => key !== "name" && !key.startsWith("max_") && value !== null && value !== false);
    const chips = element("div", "chips");
    const isGone = map.hp === 0;
    const head = name ? element("h3", "", name) : null;
    head?.setAttribute("aria-level", "2");
    const result = element("div", `figure${isGone ? " gone" : ""}`, head, chips);
    if (map.name) result.prepend(this.portrait(map.name));
    for (const [key, value] of shown) {
      if (typeof map[`max_${key}`] === "number") chips.before(bar(key, value, map[`max_${key}`]));
      else if (isMap(value) && typeof value.name === "string") chips.append(this.explained(namedChip(key, value, old[key]), value.name, "named"));
      else if (isMap(value) && Object.values(value).every((each) => typeof each !== "object"))
        for (const [inner, count] of Object.entries(value)) chips.append(this.explained(chip(inner, count, (old[key] || {})[inner] ?? 0), inner, "status"));
      else if (typeof value !== "object") chips.append(this.explained(chip(key, value, old[key]), words(key)));
      else if (!isMap(value) || Object.keys(value).length) result.append(this.part(key, value, [...path, key], old[key]));
    }
    if (name) this.decorate(result, name, path);
    return result;
  }

  portrait(name) {
    return element("div", "portrait", picture(name, Math.floor(360 * randomFrom(name)())));
  }

  // A chip whose word may have an explanation.
  explained(made, word, name = "") {
    if (name) made.classList.add(name);
    this.decorate(made, word, []);
    return made;
  }

  // What players call a zone.
  called(label) {
    return words(this.labels[label] ?? label);
  }

  // Something that a player may not see: a card, if that of another player is one.
  hidden(label, others) {
    return others.some((each) => each in this.faces) ? this.zone(label, [null], []) : chip(label, "hidden");
  }

  part(label, value, path, before) {
    const isPile = this.piles.includes(label) && Array.isArray(value);
    if (typeof value === "string" && value in this.faces) value = [value];
    if (typeof value === "string" && value.includes("\n")) return this.drawing(label, value);
    if (isMap(value) && Array.isArray(value.spots)) return this.chart(label, value, path);
    if (isPile) return this.pile(label, value, path, before);
    if (this.isZone(value)) return this.zone(label, value, path, before);
    if (Array.isArray(value)) {
      const old = Array.isArray(before) ? before : [];
      const names = numbered(value.map((each) => (isMap(each) ? (each.name ?? "") : "")));
      const figures = value.map((each, index) => (isMap(each) ? this.figure(names[index], each, [...path, index], old[index]) : chip("", each)));
      return element("div", "zone", element("div", "label", this.called(label)), element("div", "figures", ...figures));
    }
    return isMap(value) ? this.figure(label ? words(label) : "", value, path, before) : this.explained(chip(label, value, before), words(label));
  }

  // A text of several lines, whose letters keep their columns.
  drawing(label, text) {
    return this.framed(label, element("pre", "", text));
  }

  // A chart, in which the player's place is in sight.
  chart(label, value, path) {
    const made = new Chart(value, this.symbols, words(label));
    for (const [name, group] of made.groups) this.decorate(group, name, path);
    made.svg.style.setProperty("width", `${made.size.x}px`);
    const frame = element("div", "frame", made.svg);
    const result = this.framed(label, frame, made.legend());
    const row = made.spots.get(value.here)?.row ?? made.first;
    const show = () => frame.scrollTo(0, (made.y(row) / made.size.y) * frame.scrollHeight - 0.8 * frame.clientHeight);
    result.addEventListener("toggle", show);
    queueMicrotask(show); // when it is on the page
    return result;
  }

  // What takes much room: it can be closed, and keys scroll it.
  framed(label, shown, ...more) {
    shown.tabIndex = 0;
    shown.setAttribute("role", "group");
    shown.setAttribute("aria-label", words(label));
    const result = element("details", "drawing", element("summary", "", words(label)), shown, ...more);
    result.dataset.zone = label;
    result.addEventListener("toggle", () => this.drawings.set(label, result.open));
    return result;
  }

  // Cards that lie open, of which there are too many to lie beside each other: the first of them is on top.
  overlap(zone, list) {
    if (!this.isZone(list) || list.length <= MANY_OPEN) return;
    const cards = zone.querySelector(".cards");
    cards?.classList.add("many");
    cards?.querySelectorAll(":scope > .card").forEach((card, index) => card.style.setProperty("z-index", list.length - index));
  }

  // Rows of zones, the short ones first, such as foundations before columns. All cards are as wide as the longest needs.
  rowsOf(laid, view, before) {
    const sorted = [...laid].sort((one, other) => one.zones.length - other.zones.length);
    const result = element("div", "rows", ...(laid.length ? [element("div", "", ...sorted.map((row) => this.row(row, view, before)))] : []));
    result.style.setProperty("--most", Math.max(1, ...laid.map((row) => row.zones.length)));
    return result;
  }

  // The first card of a list is on top, so it is drawn last.
  row({ zones, spread }, view, before) {
    const places = zones.map((label) => {
      const list = view[label];
      const fresh = Array.isArray(before?.[label]) ? areNew(list, before[label]) : list.map(() => false);
      const cards = (spread ? list : list.slice(0, 1)).map((item, index) => this.card(item, fresh[index], [label, index])).reverse();
      const place = element("div", "place", element("div", "cards", ...(cards.length ? cards : [element("span", "slot", this.called(label))])));
      place.dataset.zone = label;
      place.setAttribute("role", "group");
      place.setAttribute("aria-label", `${this.called(label)}, ${list.length} cards`);
      return place;
    });
    return element("div", "row-of-places", ...places);
  }

  byPlayer(view) {
    // Values under a player's name go to that player's panel.
    const owned = this.names.map(() => []);
    const common = [];
    for (const [key, value] of Object.entries(view)) {
      const seat = this.names.indexOf(key);
      if (seat >= 0) owned[seat].push(["", value, [key]]);
      else if (isMap(value) && Object.keys(value).length && Object.keys(value).every((name) => this.names.includes(name)))
        for (const [name, own] of Object.entries(value)) owned[this.names.indexOf(name)].push([key.replace(/s$/, ""), own, [key, name]]);
      else common.push([key, value, [key]]);
    }
    return { owned, common };
  }

  playerPanel(seat, parts, view, before, { deciding, winners, own }) {
    const player = this.players[seat];
    const head = element("h2", "", element("span", "dot"), player.name);
    if (player.agent) head.append(element("small", "", player.agent));
    if (winners.includes(seat)) head.append(element("span", "crown", "winner"));
    const marks = [deciding === seat ? "deciding" : "", winners.includes(seat) ? "won" : "", own === seat ? "own" : ""];
    const panel = element("section", ["player", ...marks.filter(Boolean)].join(" "), head);
    const chips = element("div", "chips");
    for (const [label, value, path] of parts) {
      const drawn = value === null ? this.hidden(label, Object.values(at(view, path.slice(0, -1)))) : this.part(label, value, path, before && at(before, path));
      (drawn.classList.contains("chip") ? chips : panel).append(drawn);
    }
    if (chips.children.length) head.after(chips);
    panel.style.setProperty("--player", playerColour(seat, this.names.length));
    panel.dataset.player = seat;
    this.decorate(panel, player.name, []);
    return panel;
  }

  // Whether a card that is named by itself lies open beside it: it need not be drawn twice.
  liesOpen(value, common) {
    return typeof value === "string" && value in this.faces && common.some(([label, list]) => !this.piles.includes(label) && this.isZone(list) && list.includes(value));
  }

  // Returns the parts of a position, marking what is new since the view `before`. With `own`, a seat, the position is
  // drawn for this player: opponents above the table, and its own cards below.
  draw(view, { before, deciding = null, winners = [], own = null } = {}) {
    const laid = this.rows.filter((row) => row.zones.every((label) => this.isZone(view[label])));
    const inRows = new Set(laid.flatMap((row) => row.zones));
    const { owned, common } = this.byPlayer(Object.fromEntries(Object.entries(view).filter(([label]) => !inRows.has(label))));
    const rows = { chip: element("div", "chips"), figures: element("div", "common foes"), drawing: element("div", "common drawings"), zone: element("div", "common zones"), pile: element("div", "piles") };
    for (const [label, value, path] of common) {
      if (value === null || value === false || this.liesOpen(value, common) || (!this.piles.includes(label) && typeof value === "object" && !Object.keys(value).length)) continue;
      const drawn = this.part(label, value, path, before && at(before, path));
      const isPile = drawn.matches(".pile, .unfolded");
      if (!isPile) this.overlap(drawn, value);
      const row = isPile ? "pile" : drawn.matches(".drawing") ? "drawing" : drawn.classList.contains("chip") ? "chip" : drawn.querySelector(".figures > .figure") ? "figures" : "zone";
      rows[row].append(drawn);
    }
    for (const each of rows.drawing.children) each.open = this.drawings.get(each.dataset.zone) ?? !rows.figures.children.length; // figures need the room
    const seats = owned.map((parts, seat) => this.playerPanel(seat, parts, view, before, { deciding, winners, own }));
    const hasPanels = this.names.length > 1 || owned[0].length;
    const [places, ...theirs] = [null, ...seats.keys()].map((seat) => this.rowsOf(laid.filter((row) => row.player === seat), view, before));
    seats.forEach((panel, seat) => panel.append(theirs[seat]));
    const middle = element("div", "middle", rows.pile, rows.zone);
    if (own !== null) rows.zone.classList.add("readable");
    if (own !== null) rows.zone.prepend(...rows.zone.querySelectorAll(':scope > [data-zone="hand"]')); // before what lies there all the time
    if (own !== null && this.names.length > 1) {
      const around = seats.map((_, turn) => seats[(own + 1 + turn) % seats.length]).slice(0, -1); // in the order of play
      return [rows.chip, rows.drawing, element("div", "players others", ...around), rows.figures, middle, places, element("div", "players mine", seats[own])];
    }
    const panels = element("div", "players", ...seats);
    if (own !== null && laid.length) return [rows.chip, rows.drawing, rows.figures, middle, places, panels];
    if (own !== null) return [rows.chip, rows.drawing, rows.figures, rows.pile, ...(hasPanels ? [panels] : []), rows.zone];
    // A single player sits below the table, several sit around it.
    const order = this.names.length > 1 ? [rows.figures, middle, places, panels] : [rows.figures, ...(hasPanels ? [panels] : []), rows.zone, places, rows.pile];
    return [rows.chip, rows.drawing, ...order];
  }
}
