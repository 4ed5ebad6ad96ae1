"use strict";
// What is drawn on a card: an emblem of its name, or the pips of a playing card. Names are only ever set as text.

export function element(tag, name, ...children) {
  const result = document.createElement(tag);
  if (name) result.className = name;
  result.append(...children.filter((child) => child !== null));
  return result;
}

export function randomFrom(text) {
  let seed = 2166136261;
  for (const letter of text) seed = Math.imul(seed ^ letter.codePointAt(0), 16777619);
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 2246822507) + 0x9e3779b9;
    return ((seed ^ (seed >>> 13)) >>> 0) / 4294967296;
  };
}

export function shape(tag, attributes, ...children) {
  const result = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

export function picture(name, hue) {
  // An emblem of petals around a centre. The same name always gets the same one, so cards are easy to recognise.
  const random = randomFrom(name);
  const second = hue + 40 + 80 * random();
  const drawing = shape("svg", { viewBox: "-50 -31 100 62", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" });
  drawing.append(shape("rect", { x: -50, y: -50, width: 100, height: 100, fill: `hsl(${hue} 34% 78%)` }));
  const fold = 3 + Math.floor(6 * random());
  for (const [reach, light] of [[52, 68], [33, 48], [20, 82], [9, 40]]) {
    const round = random() < 0.4;
    const count = reach > 40 ? 2 * fold : fold;
    const petals = Array.from({ length: count }, (_, index) => petal((2 * Math.PI * index) / count, reach, round));
    drawing.append(shape("path", { d: petals.join(""), fill: `hsl(${reach === 33 || reach === 9 ? second : hue} 44% ${light}%)`, transform: `rotate(${Math.floor(360 * random())})` }));
  }
  return drawing;
}

function petal(angle, reach, round) {
  const point = (turn, length) => `${(length * Math.cos(angle + turn)).toFixed(1)} ${(length * Math.sin(angle + turn)).toFixed(1)}`;
  if (round) return `M0 0Q${point(0.5, reach * 0.75)} ${point(0, reach)}Q${point(-0.5, reach * 0.75)} 0 0`;
  return `M0 0L${point(0.24, reach * 0.6)}L${point(0, reach)}L${point(-0.24, reach * 0.6)}Z`;
}

// --- playing cards ---

const SUITS = "♠♥♦♣";
const INKS = { red: "#b3261e", orange: "#b3541e", yellow: "#8a6100", green: "#1f7a3d", blue: "#1f5fae", purple: "#6b3fa0", white: "#626b70", black: "#1c2327" };

// The colour of a suit that has no sign of its own, such as green, or cups.
export const inkOf = (face, hue) => (SUITS.includes(face.pip) ? "" : (INKS[face.kind] ?? `hsl(${hue} 62% 32%)`));

const COLUMNS = { 1: [[2, 4]], 2: [[2, 0], [2, 8]], 3: [[2, 0], [2, 4], [2, 8]] };
const SIDES = { 4: [0, 8], 6: [0, 4, 8], 8: [0, 4, 8], 9: [0, 2.67, 5.33, 8] };

function pipPlaces(count) {
  // Where the signs of a numbered card are: columns 1 to 3, rows 0 to 8.
  if (count in COLUMNS) return COLUMNS[count];
  const sides = SIDES[count > 8 ? 9 : count > 5 ? 6 : 4];
  const middle = { 5: [4], 7: [2], 8: [2, 6], 9: [4], 10: [1.33, 6.67] }[count] || [];
  return [...sides.flatMap((row) => [[1, row], [3, row]]), ...middle.map((row) => [2, row])];
}

function pips(sign, rank) {
  const count = rank === "ace" ? 1 : Number(rank);
  if (!Number.isInteger(count) || count < 1 || count > 10) return element("div", "court", element("b", "", rank.slice(0, 1).toUpperCase()), element("span", "", sign));
  const drawn = pipPlaces(count).map(([column, row]) => {
    const pip = element("i", row > 4 ? "turned" : "", sign);
    pip.style.left = `${[0, 22, 50, 78][column]}%`;
    pip.style.top = `${10 + row * 10}%`;
    return pip;
  });
  return element("div", count === 1 ? "pips single" : "pips", ...drawn);
}

export function playingCard(name, face) {
  const rank = /^\d+$/.test(face.cost) ? face.cost : face.cost.slice(0, 1).toUpperCase();
  const corner = (place) => element("div", `corner ${place}`, element("b", "", rank), element("span", "", face.pip));
  const parts = [corner("first"), pips(face.pip, face.cost), corner("last")];
  for (const part of parts) part.setAttribute("aria-hidden", "true");
  return [...parts, element("div", "name", name)];
}
