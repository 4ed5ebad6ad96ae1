"use strict";
// Draws a story, one decision at a time. Names come from untrusted files, so they are only ever set as text.
const story = JSON.parse(document.getElementById("data").textContent);
const end = { state: story.end, events: [], options: [] };
const frames = [...story.decisions, end];
const playerNames = story.players.map((player) => player.name);
const kinds = [...new Set(Object.values(story.faces).map((face) => face.kind))].sort();
const HUES = [212, 330, 150, 268, 36, 190, 6, 96, 300, 60];
const open = new Set(); // piles that the reader has opened
let now = 0;

const byId = (id) => document.getElementById(id);
const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const words = (key) => key.replaceAll("_", " ");

function element(tag, name, ...children) {
  const result = document.createElement(tag);
  if (name) result.className = name;
  result.append(...children.filter((child) => child !== null));
  return result;
}

function viewOf(frame) {
  return Object.fromEntries(Object.entries(frame.state).map(([key, part]) => [key, story.parts[part]]));
}

// --- cards ---

function randomFrom(text) {
  let seed = 2166136261;
  for (const letter of text) seed = Math.imul(seed ^ letter.codePointAt(0), 16777619);
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822507) + 0x9e3779b9;
    return ((seed ^ (seed >>> 13)) >>> 0) / 4294967296;
  };
}

function hueOf(name) {
  const face = story.faces[name];
  return face ? HUES[kinds.indexOf(face.kind) % HUES.length] : Math.floor(360 * randomFrom(name)());
}

function shape(tag, attributes) {
  const result = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  return result;
}

function picture(name, hue) {
  // The same name always gets the same picture, so cards are easy to recognise.
  const random = randomFrom(name);
  const drawing = shape("svg", { viewBox: "0 0 72 44", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" });
  drawing.append(shape("rect", { width: 72, height: 44, fill: `hsl(${hue} 48% 62%)` }));
  for (let count = 0; count < 5; count++) {
    const x = 72 * random(), y = 44 * random(), size = 7 + 17 * random();
    const fill = `hsl(${hue + 60 * (random() - 0.5)} 60% ${38 + 45 * random()}% / 0.75)`;
    const kind = Math.floor(3 * random());
    const turned = `rotate(${360 * random()} ${x} ${y})`;
    if (kind === 0) drawing.append(shape("circle", { cx: x, cy: y, r: size * 0.8, fill }));
    else if (kind === 1)
      drawing.append(shape("rect", { x: x - size, y: y - 3, width: 2 * size, height: 6, rx: 3, fill, transform: turned }));
    else
      drawing.append(shape("polygon", { points: `${x},${y - size} ${x + size},${y + size} ${x - size},${y + size}`, fill, transform: turned }));
  }
  return drawing;
}

function card(item, isNew) {
  const name = isMap(item) ? item.name : item;
  if (name === null) return element("div", "card back");
  const face = story.faces[name] || { kind: "", cost: "", text: "" };
  const hue = hueOf(name);
  const extra = isMap(item) ? Object.entries(item).filter(([key]) => key !== "name") : [];
  const result = element(
    "div",
    `card${isNew ? " new" : ""}`,
    element("div", "art", picture(name, hue)),
    element("div", "name", name),
    face.text ? element("div", "text", face.text) : null,
    extra.length ? element("div", "extra", extra.map(([key, value]) => `${words(key)} ${value}`).join(", ")) : null,
    face.kind ? element("div", "kind", face.kind) : null,
    face.cost ? element("div", "cost", face.cost) : null,
  );
  result.style.setProperty("--hue", hue);
  result.style.setProperty("--letters", Math.max(...name.split(/[\s-]/).map((word) => word.length)));
  result.title = [name, face.kind, face.text].filter(Boolean).join("\n");
  return result;
}

// --- the parts of a position, for any game ---

const isCard = (item) => item === null || typeof item === "string" || (isMap(item) && item.name in story.faces);
const isZone = (value) => Array.isArray(value) && value.every(isCard);

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

function zone(label, list, path, before) {
  const fresh = Array.isArray(before) ? areNew(list, before) : list.map(() => false);
  const cards = element("div", "cards", ...list.map((item, index) => card(item, fresh[index])));
  if (!list.length) cards.append(element("span", "empty", "empty"));
  return element("div", "zone", element("div", "label", words(label)), cards);
}

function pile(label, list, path, before) {
  const key = path.join("/");
  const changed = Array.isArray(before) && before.length !== list.length;
  const back = element("button", `pile${changed ? " new" : ""}`, element("b", "", String(list.length)), element("span", "", words(label)));
  back.title = open.has(key) ? "Close" : "Open";
  back.addEventListener("click", () => {
    if (!open.delete(key)) open.add(key);
    draw();
  });
  return open.has(key) ? element("div", "unfolded", back, zone("", list, path, before)) : back;
}

function chip(label, value, before) {
  const changed = before !== undefined && before !== value;
  return element("span", `chip${changed ? " new" : ""}`, label ? element("i", "", words(label)) : null, label ? " " : "", String(value));
}

function bar(label, value, most) {
  const filled = element("div", "filled");
  filled.style.width = `${Math.max(0, Math.min(100, (100 * value) / Math.max(1, most)))}%`;
  return element("div", "bar", filled, element("span", "", `${words(label)} ${value} / ${most}`));
}

function inWords(map) {
  // Something with a name, such as an enemy's intent, and its numbers.
  if (!isMap(map)) return undefined;
  const numbers = Object.entries(map).filter(([, value]) => typeof value === "number").map(([key, value]) => `${words(key)} ${value}`);
  return numbers.length ? `${map.name} (${numbers.join(", ")})` : map.name;
}

function figure(name, map, path, before) {
  const old = isMap(before) ? before : {};
  const shown = Object.entries(map).filter(([key, value]) => key !== "name" && !key.startsWith("max_") && value !== null);
  const chips = element("div", "chips");
  const result = element("div", `figure${map.hp === 0 ? " gone" : ""}`, name ? element("h3", "", name) : null, chips);
  for (const [key, value] of shown) {
    if (typeof map[`max_${key}`] === "number") chips.before(bar(key, value, map[`max_${key}`]));
    else if (isMap(value) && typeof value.name === "string") chips.append(chip(key, inWords(value), inWords(old[key])));
    else if (isMap(value) && Object.values(value).every((each) => typeof each !== "object"))
      for (const [inner, count] of Object.entries(value)) chips.append(chip(inner, count, (old[key] || {})[inner] ?? 0));
    else if (value === null || typeof value !== "object") chips.append(chip(key, value, old[key]));
    else if (!isMap(value) || Object.keys(value).length) result.append(part(key, value, [...path, key], old[key]));
  }
  return result;
}

function part(label, value, path, before) {
  const isPile = story.piles.includes(label) && Array.isArray(value);
  if (typeof value === "string" && value in story.faces) value = [value];
  if (isPile) return pile(label, value, path, before);
  if (isZone(value)) return zone(label, value, path, before);
  if (Array.isArray(value)) {
    const old = Array.isArray(before) ? before : [];
    const figures = value.map((each, index) => (isMap(each) ? figure(each.name ?? "", each, [...path, index], old[index]) : chip("", each)));
    return element("div", "zone", element("div", "label", words(label)), element("div", "figures", ...figures));
  }
  return isMap(value) ? figure(label ? words(label) : "", value, path, before) : chip(label, value, before);
}

// --- the table ---

function byPlayer(view) {
  // Values under a player's name go to that player's panel.
  const owned = playerNames.map(() => []);
  const common = [];
  for (const [key, value] of Object.entries(view)) {
    const seat = playerNames.indexOf(key);
    if (seat >= 0) owned[seat].push(["", value, [key]]);
    else if (isMap(value) && Object.keys(value).length && Object.keys(value).every((name) => playerNames.includes(name)))
      for (const [name, own] of Object.entries(value)) owned[playerNames.indexOf(name)].push([key.replace(/s$/, ""), own, [key, name]]);
    else common.push([key, value, [key]]);
  }
  return { owned, common };
}

const at = (view, path) => path.reduce((value, key) => (value === null || value === undefined ? undefined : value[key]), view);

function playerPanel(seat, parts, before, frame) {
  const player = story.players[seat];
  const head = element("h2", "", element("span", "dot"), player.name);
  if (player.agent) head.append(element("small", "", player.agent));
  if (frame === end && player.won) head.append(element("span", "crown", "winner"));
  const panel = element("section", `player${frame.player === seat ? " deciding" : ""}${frame === end && player.won ? " won" : ""}`, head);
  const chips = element("div", "chips");
  for (const [label, value, path] of parts) {
    const drawn = part(label, value, path, before && at(before, path));
    (drawn.classList.contains("chip") ? chips : panel).append(drawn);
  }
  if (chips.children.length) head.after(chips);
  panel.style.setProperty("--player", `hsl(${(360 * seat) / playerNames.length + 200} 75% 66%)`);
  return panel;
}

function drawTable(frame) {
  const view = viewOf(frame);
  const before = now > 0 ? viewOf(frames[now - 1]) : undefined;
  const { owned, common } = byPlayer(view);
  const rows = { chip: element("div", "chips"), figures: element("div", "common"), zone: element("div", "common"), pile: element("div", "piles") };
  for (const [label, value, path] of common) {
    if (value === null || (!story.piles.includes(label) && typeof value === "object" && !Object.keys(value).length)) continue;
    const drawn = part(label, value, path, before && at(before, path));
    const isPile = drawn.matches(".pile, .unfolded");
    const row = isPile ? "pile" : drawn.classList.contains("chip") ? "chip" : drawn.querySelector(".figures") ? "figures" : "zone";
    rows[row].append(drawn);
  }
  const panels = element("div", "players", ...owned.map((parts, seat) => playerPanel(seat, parts, before, frame)));
  const hasPanels = playerNames.length > 1 || owned[0].length;
  const middle = element("div", "middle", rows.pile, rows.zone);
  // A single player sits below the table, several sit around it.
  const order = playerNames.length > 1 ? [rows.figures, middle, panels] : [rows.figures, ...(hasPanels ? [panels] : []), rows.zone, rows.pile];
  byId("table").replaceChildren(rows.chip, ...order);
}

// --- the decision ---

function drawDecision(frame) {
  if (frame === end) {
    byId("decision").replaceChildren(element("b", "", "The end: "), story.result);
    byId("options").replaceChildren();
  } else {
    const player = story.players[frame.player];
    const who = element("span", "who", element("span", "dot"), player.name);
    who.style.setProperty("--player", `hsl(${(360 * frame.player) / playerNames.length + 200} 75% 66%)`);
    byId("decision").replaceChildren(who, player.agent ? ` (${player.agent}) ` : " ", element("b", "", frame.choice), frame.about.startsWith(frame.choice) ? frame.about.slice(frame.choice.length) : "");
    const counts = new Map();
    for (const option of frame.options) counts.set(option, (counts.get(option) || 0) + 1);
    const chips = [...counts].map(([option, count]) => element("li", option === frame.choice ? "chosen" : "", option + (count > 1 ? ` ×${count}` : "")));
    byId("options").replaceChildren(...chips);
  }
  byId("events").replaceChildren(...frame.events.map((line) => element("li", "", line)));
  byId("exchanges").replaceChildren(...exchangesOf(frame));
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

function draw() {
  const frame = frames[now];
  byId("position").textContent = frame === end ? `End of ${story.decisions.length}` : `${now + 1} of ${story.decisions.length}`;
  byId("shown").textContent = frame === end ? "The position at the end" : "The position before this decision";
  byId("slider").value = now;
  byId("first").disabled = byId("back").disabled = now === 0;
  byId("next").disabled = byId("last").disabled = now === frames.length - 1;
  drawDecision(frame);
  drawTable(frame);
}

function go(number) {
  now = Math.max(0, Math.min(frames.length - 1, number));
  draw();
}

// --- the summary ---

function tableOf(heads, rows) {
  const cells = (tag, values) => element("tr", "", ...values.map((value) => element(tag, "", String(value))));
  return element("table", "", cells("th", heads), ...rows.map((row) => cells("td", row)));
}

function drawSummary() {
  const rows = story.players.map((player) => [
    player.name, player.agent || "", player.decisions, player.score === null ? "" : Number(player.score.toFixed(3)), player.won ? "won" : "",
  ]);
  const list = element("ol", "decisions");
  story.decisions.forEach((decision, index) => {
    const who = element("span", "who", story.players[decision.player].name);
    const choice = element("b", "", decision.words);
    const line = element("button", index === now ? "current" : "", element("small", "", `turn ${decision.turn}`), who, choice);
    if (decision.events.length) line.append(element("span", "after", decision.events.join("; ")));
    line.addEventListener("click", () => {
      toggleSummary();
      go(index);
    });
    list.append(element("li", "", line));
  });
  const heads = ["player", "agent", "decisions", "score", ""];
  byId("summary").replaceChildren(element("div", "sheet", element("h2", "", story.result), tableOf(heads, rows), list));
  const current = byId("summary").querySelector(".current");
  if (current) current.scrollIntoView({ block: "center" });
}

function toggleSummary() {
  const summary = byId("summary");
  summary.hidden = !summary.hidden;
  if (!summary.hidden) drawSummary();
}

// --- keys and buttons ---

const KEYS = {
  ArrowLeft: () => go(now - 1),
  ArrowRight: () => go(now + 1),
  PageUp: () => go(now - 10),
  PageDown: () => go(now + 10),
  Home: () => go(0),
  End: () => go(frames.length - 1),
  Enter: toggleSummary,
  Escape: () => byId("summary").hidden || toggleSummary(),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
  const scrolls = !byId("summary").hidden && event.key.startsWith("Page");
  if (scrolls) return;
  event.preventDefault();
  KEYS[event.key]();
});
byId("first").addEventListener("click", KEYS.Home);
byId("back").addEventListener("click", KEYS.ArrowLeft);
byId("next").addEventListener("click", KEYS.ArrowRight);
byId("last").addEventListener("click", KEYS.End);
byId("toggle").addEventListener("click", toggleSummary);
byId("slider").addEventListener("input", (event) => go(Number(event.target.value)));
byId("summary").addEventListener("click", (event) => event.target === byId("summary") && toggleSummary());

byId("title").textContent = story.title;
byId("subtitle").textContent = `${story.name}, seed ${story.seed}`;
byId("slider").max = frames.length - 1;
document.body.classList.toggle("solo", playerNames.length === 1);
go((parseInt(location.hash.slice(1), 10) || 1) - 1); // replay.html#12 opens at decision 12
