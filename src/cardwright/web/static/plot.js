// Plots drawn from data: their marks tell their values, and each plot can be kept as SVG, CSV or JSON.
import { fixed } from "/viewer/numbers.js";
import { element } from "/viewer/cards.js";

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = 6; // classes c0 to c5 in study.css
const INLINED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "text-anchor"];

function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const text = (words, x, y, name = "", anchor = "start") => shape("text", { x, y, class: name, "text-anchor": anchor }, words);
const line = (x1, y1, x2, y2, name = "") => shape("line", { x1, y1, x2, y2, class: name });

export function figure(value, isWhole = Number.isInteger(value)) {
  // A number as people read it; a measured one has digits even if it is whole.
  if (value === null || value === undefined) return "–";
  const digits = isWhole || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(fixed(value, digits)).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function tickText(value, step) {
  // A number of an axis, with as many digits as its steps need.
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function withInterval(value, low, high) {
  const measured = (each) => figure(each, false);
  return low === null || low === undefined || high === null ? figure(value) : `${measured(value)} [${measured(low)}, ${measured(high)}]`;
}

function ticks(low, high, count) {
  // Round numbers within a range, each with its text.
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let k = Math.ceil(low / step); k * step <= high + step * 1e-9; k++) {
    const value = Number((k * step).toPrecision(12));
    found.push([value, tickText(value, step)]);
  }
  return found;
}

function range(values, padded = 0.06) {
  const known = values.filter((each) => Number.isFinite(each));
  if (!known.length) return [0, 1];
  const low = Math.min(...known);
  const high = Math.max(...known);
  const room = (high - low || Math.abs(high) || 1) * padded;
  return [low - room, high + room];
}

const scale = ([low, high], from, to) => (value) => from + ((value - low) / (high - low)) * (to - from);
const short = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);

// Each kind of plot: `draw(data, width, tell)` returns an SVG, where `tell(words, x, y)` shows a hint at a place, and
// `table(data)` returns its columns and rows.
const KINDS = {
  intervals: {
    draw(data, width, tell) {
      const row = 42;
      const height = data.rows.length * row + 34;
      const known = data.rows.flatMap((each) => [each.value, each.low, each.high]);
      const domain = range(known.every((each) => each >= 0) && data.title.includes("%") ? [0, ...known] : known);
      const x = scale(domain, 10, width - 10);
      const drawn = frame(width, height, data.title);
      for (const [tick, words] of ticks(...domain, width / 90)) drawn.append(line(x(tick), 4, x(tick), height - 24, "grid"), text(words, x(tick), height - 8, "tick", "middle"));
      data.rows.forEach((each, index) => {
        if (each.value === null) return;
        const y = index * row + 30;
        const words = `${each.label}: ${withInterval(each.value, each.low, each.high)}`;
        const mark = shape("g", { class: `mark c${(each.group ?? index) % COLOURS}` });
        mark.append(text(short(each.label, Math.floor(width / 8.5) - 12), 10, y - 12, "words"), text(figure(each.value, each.low === null && Number.isInteger(each.value)), width - 10, y - 12, "words value", "end"));
        if (each.low !== null && each.high !== null) mark.append(line(x(each.low), y, x(each.high), y, "whisker"));
        mark.append(shape("circle", { cx: x(each.value), cy: y, r: 5.5 }), shape("rect", { x: 0, y: y - 26, width, height: row, class: "hit" }));
        hover(mark, tell, () => [words, x(each.value), y]);
        drawn.append(mark);
      });
      return drawn;
    },
    table: (data) => [["name", "value", "low", "high"], data.rows.map((each) => [each.label, each.value, each.low, each.high])],
  },
  lines: {
    draw(data, width, tell) {
      const height = Math.min(300, Math.max(200, width * 0.5));
      const points = data.series.flatMap((each) => each.points).filter((each) => each[1] !== null);
      const domain = range(points.map((each) => each[0]), 0.02);
      const image = range([...points.map((each) => each[1]), ...(data.y.startsWith("%") ? [0] : [])]);
      const [drawn, x, y] = axes(data, width, height, domain, image);
      data.series.forEach((each, index) => {
        const known = each.points.filter((point) => point[1] !== null);
        drawn.append(shape("polyline", { points: known.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" "), class: `curve c${index % COLOURS}` }));
        if (known.length === 1) drawn.append(shape("circle", { cx: x(known[0][0]), cy: y(known[0][1]), r: 4, class: `dot c${index % COLOURS}` }));
      });
      const guide = line(0, 10, 0, height - 34, "guide");
      guide.setAttribute("visibility", "hidden");
      const hit = shape("rect", { x: 0, y: 0, width, height, class: "hit" });
      const places = [...new Set(points.map((each) => each[0]))];
      const move = (event) => {
        const box = drawn.getBoundingClientRect();
        const wanted = ((event.clientX - box.left) / box.width) * width;
        const nearest = places.reduce((best, each) => (Math.abs(x(each) - wanted) < Math.abs(x(best) - wanted) ? each : best), places[0]);
        guide.setAttribute("x1", x(nearest));
        guide.setAttribute("x2", x(nearest));
        guide.setAttribute("visibility", "visible");
        const values = data.series.map((each) => [each.name, each.points.find((point) => point[0] === nearest)]).filter((each) => each[1]);
        tell([`${data.x} ${figure(nearest)}`, ...values.map(([name, point]) => `${name}: ${figure(point[1])}`)].join("\n"), x(nearest), 20);
      };
      hit.addEventListener("pointermove", move);
      hit.addEventListener("pointerdown", move);
      hit.addEventListener("pointerleave", () => {
        guide.setAttribute("visibility", "hidden");
        tell("");
      });
      drawn.append(guide, hit);
      return drawn;
    },
    legend: (data) => (data.series.length > 1 ? data.series.map((each) => each.name) : []),
    table: (data) => [["series", data.x, data.y], data.series.flatMap((each) => each.points.map((point) => [each.name, ...point]))],
  },
  points: {
    draw(data, width, tell) {
      const height = Math.min(360, Math.max(230, width * 0.6));
      const known = data.points.filter((each) => each.x !== null && each.y !== null);
      const [drawn, x, y] = axes(data, width, height, range(known.map((each) => each.x)), range(known.map((each) => each.y)));
      for (const each of known) {
        const mark = shape("circle", { cx: x(each.x), cy: y(each.y), r: 6, class: "mark dot c0" });
        hover(mark, tell, () => [`${each.label}\n${data.x} ${figure(each.x)}, ${data.y} ${figure(each.y)}\n${each.text}`, x(each.x), y(each.y)]);
        drawn.append(mark);
      }
      return drawn;
    },
    table: (data) => [["name", data.x, data.y, "text"], data.points.map((each) => [each.label, each.x, each.y, each.text])],
  },
  matrix: {
    draw(data, width, tell) {
      const names = Math.min(170, width * 0.36);
      const count = data.names.length;
      const cell = Math.min(64, (width - names - 8) / count);
      const side = Math.min(cell, 44);
      const drawn = frame(width, 26 + count * side + 4, data.title);
      data.names.forEach((name, index) => {
        drawn.append(text(String(index + 1), names + (index + 0.5) * cell, 18, "tick", "middle"));
        drawn.append(text(short(`${index + 1} ${name}`, Math.floor(names / 7.6)), 0, 26 + (index + 0.62) * side, "words"));
      });
      data.cells.forEach((row, a) =>
        row.forEach((value, b) => {
          if (value === null) return;
          const better = value >= 50;
          const left = names + b * cell;
          const top = 26 + a * side;
          const mark = shape("g", { class: "mark" });
          mark.append(shape("rect", { x: left + 1, y: top + 1, width: cell - 2, height: side - 2, rx: 4, class: better ? "won" : "lost", opacity: 0.12 + (0.75 * Math.abs(value - 50)) / 50 }));
          if (cell >= 30) mark.append(text(fixed(value, 0), left + cell / 2, top + side * 0.62, "words", "middle"));
          hover(mark, tell, () => [`${data.names[a]} did better than ${data.names[b]}\nin ${figure(value)} % of games`, left + cell / 2, top]);
          drawn.append(mark);
        }),
      );
      return drawn;
    },
    table: (data) => [["", ...data.names], data.names.map((name, index) => [name, ...data.cells[index]])],
  },
};

function frame(width, height, title) {
  const drawn = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title });
  return drawn;
}

function axes(data, width, height, domain, image) {
  const labels = ticks(...image, height / 50);
  const left = 16 + Math.max(...labels.map((each) => each[1].length)) * 7.5;
  const x = scale(domain, left, width - 12);
  const y = scale(image, height - 36, 22);
  const drawn = frame(width, height, data.title);
  for (const [tick, words] of labels) drawn.append(line(left, y(tick), width - 8, y(tick), "grid"), text(words, left - 6, y(tick) + 4, "tick", "end"));
  for (const [tick, words] of ticks(...domain, width / 80)) drawn.append(text(words, x(tick), height - 20, "tick", "middle"));
  drawn.append(text(data.y, 0, 12, "axis"), text(data.x, width - 10, height - 4, "axis", "end"));
  return [drawn, x, y];
}

function hover(mark, tell, found) {
  for (const event of ["pointerenter", "pointerdown"]) mark.addEventListener(event, () => tell(...found()));
  mark.addEventListener("pointerleave", () => tell(""));
  mark.append(shape("title", {}, found()[0]));
}

export function plot(data, about = "") {
  // A plot with its title, a hint that follows the pointer, and buttons that keep it.
  const kind = KINDS[data.kind];
  const named = [about, data.title].filter(Boolean).join(", ");
  const hint = element("div", "hint");
  hint.hidden = true;
  const canvas = element("div", "canvas");
  let drawn = null;
  const draw = () => {
    const width = Math.max(260, Math.round(canvas.clientWidth || 560));
    const tell = (words, x = 0, y = 0) => {
      hint.hidden = !words;
      hint.textContent = words;
      hint.style.setProperty("left", `${Math.min(Math.max(x, 70), width - 70)}px`);
      hint.style.setProperty("top", `${y}px`);
    };
    drawn = kind.draw(data, width, tell);
    canvas.replaceChildren(drawn, hint);
  };
  let before = 0;
  new ResizeObserver(() => {
    if (canvas.clientWidth !== before) {
      before = canvas.clientWidth;
      draw();
    }
  }).observe(canvas);
  draw();
  const names = kind.legend ? kind.legend(data) : [];
  const legend = element("div", "legend", ...names.map((name, index) => element("span", `key c${index % COLOURS}`, name)));
  const keeps = element(
    "div", "keeps",
    keepButton("SVG", `${data.title} as SVG`, () => keep(`${named}.svg`, "image/svg+xml", standalone(drawn))),
    keepButton("CSV", `${data.title} as CSV`, () => keep(`${named}.csv`, "text/csv", csv(...kind.table(data)))),
    keepButton("JSON", `${data.title} as JSON`, () => keep(`${named}.json`, "application/json", JSON.stringify(data, null, 1))),
  );
  return element("figure", "plot panel", element("figcaption", "", element("h2", "", data.title), keeps), legend, canvas);
}

export function keepButton(words, label, act) {
  const made = element("button", "keep", words);
  made.type = "button";
  made.setAttribute("aria-label", `Download ${label}`);
  made.addEventListener("click", act);
  return made;
}

function standalone(drawn) {
  // The drawing with its colours and letters written into it, for programs that do not know this page.
  const copy = drawn.cloneNode(true);
  const originals = [drawn, ...drawn.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((each, index) => {
    const style = getComputedStyle(originals[index]);
    for (const name of INLINED) if (style.getPropertyValue(name)) each.setAttribute(name, style.getPropertyValue(name));
    each.removeAttribute("class");
  });
  copy.setAttribute("xmlns", SVG);
  return new XMLSerializer().serializeToString(copy);
}

const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?$/;
const PARTS = [ // of a figure as tables show it, and what its columns are called
  [/^(\S+) ?\[([^,\s]+), ?([^,\s]+)\]$/, (name) => [name, `${name}: low`, `${name}: high`]],
  [/^(\S+)±(\S+)$/, (name) => [name, `${name}: ±`]],
  [/^(\S+)$/, (name) => [name]],
];
const NONE = ["", "-", "–"];

// Columns and rows in which every figure is a number of its own: 55.0 [42.5,66.9] becomes three, and 1,234 is 1234.
export function asNumbers(columns, rows) {
  const split = columns.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? "");
    for (const [form, heads] of PARTS) {
      const found = cells.map((cell) => (NONE.includes(cell) ? [] : String(cell).replaceAll("−", "-").match(form)?.slice(1)));
      if (found.every((parts) => parts?.every((part) => NUMBER.test(part)))) {
        const numbers = found.map((parts) => heads(name).map((_, k) => (parts[k] === undefined ? null : Number(parts[k].replaceAll(",", "")))));
        return [heads(name), numbers];
      }
    }
    return [[name], cells.map((cell) => [cell])];
  });
  return [split.flatMap(([heads]) => heads), rows.map((_, row) => split.flatMap(([, cells]) => cells[row]))];
}

export function csv(columns, rows) {
  // Rows as CSV; a text that a spreadsheet would take for a formula gets an apostrophe.
  const cell = (value) => {
    if (value === null || value === undefined) return "";
    const text = String(value).replaceAll(/[\u2066-\u2069]/g, ""); // marks of direction are for the page
    const words = typeof value === "string" && /^[=+@\t-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
    return /[",\n\r]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

export function keep(name, kind, content) {
  // Save something as a file.
  const link = element("a", "");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name.replaceAll(/[\u2066-\u2069]/g, "").replaceAll(/[^\p{L}\p{N}_. ,%+-]+/gu, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
