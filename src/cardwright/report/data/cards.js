"use strict";
const tables = [...document.querySelectorAll("section table")];
const allRows = tables.flatMap((table) => [...table.tBodies[0].rows]);

function value(row, column) {
  const text = row.cells[column].textContent;
  const number = Number.parseFloat(text.replaceAll(",", ""));
  return text.startsWith("-") && Number.isNaN(number) ? null : Number.isNaN(number) ? text : number;
}

function compare(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

function sort(table, column, heading) {
  const up = heading.ariaSort === "descending";
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.ariaSort = up ? "ascending" : "descending";
  const keys = new Map([...table.tBodies[0].rows].map((row) => [row, value(row, column)]));
  const known = [...keys.keys()].filter((row) => keys.get(row) !== null);
  const unknown = [...keys.keys()].filter((row) => keys.get(row) === null);
  known.sort((a, b) => (up ? 1 : -1) * compare(keys.get(a), keys.get(b)));
  table.tBodies[0].append(...known, ...unknown);
}

for (const table of tables) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.textContent = heading.textContent;
    button.addEventListener("click", () => sort(table, column, heading));
    heading.replaceChildren(button);
  });
}

const box = document.createElement("input");
const label = document.createElement("label");
const shown = document.createElement("output");
box.type = "search";
label.append("Filter rows ", box, " ", shown);
document.querySelector("nav").after(label);
box.addEventListener("input", () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const row of allRows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  shown.textContent = words.length ? allRows.filter((row) => !row.hidden).length + " of " + allRows.length : "";
});
