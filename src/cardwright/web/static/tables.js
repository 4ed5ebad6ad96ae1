// All tables: those in progress and those that are over, found by words.
import { tableRow } from "./table_list.js";
import { api, button, byId, complain, element, field, input, isolated, select } from "./ui.js";

const TYPING = 200; // milliseconds without a key before the list is asked for again
const state = select([["false", "in progress"], ["true", "finished"], ["", "all"]], "false");
const words = input("search", "", { maxLength: 200, placeholder: "hearts, rules …" });
const list = element("ul", "tables");
const count = element("p", "dim small");
count.setAttribute("role", "status");
const more = button("Show more", () => show(list.children.length));
let asking = 0;

async function show(start = 0) {
  const asked = ++asking;
  const query = new URLSearchParams({ words: words.value, start, ...(state.value ? { finished: state.value } : {}) });
  const found = await api(`/api/tables?${query}`);
  if (asked !== asking) return; // something else was asked for meanwhile
  const rows = found.tables.map((table) => tableRow(table, () => show()));
  start ? list.append(...rows) : list.replaceChildren(...rows);
  more.hidden = list.children.length >= found.found;
  count.textContent = summary(found);
}

// How many there are: "2 tables in progress", "none of 7 finished tables fits “chess”".
function summary({ found, in_progress: running, finished }) {
  const [all, kind] = { false: [running, "in progress"], true: [finished, "finished"], "": [running + finished, ""] }[state.value];
  const tables = (number) => [number || "no", number === 1 ? "table" : "tables", kind].filter(Boolean).join(" ");
  const sentence = words.value.trim() ? `${found || "none"} of ${tables(all)} ${found === 1 || !found ? "fits" : "fit"} “${isolated(words.value.trim())}”` : tables(all);
  const shown = list.children.length < found ? `; the last ${list.children.length} are shown` : "";
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}${shown}.`;
}

let waiting = null;
words.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => show().catch(complain), TYPING);
});
state.addEventListener("change", () => show().catch(complain));
const start = element("a", "button main", "New game");
start.href = "/play";
byId("main").replaceChildren(element("h1", "", "Your tables"), element("div", "row filter", field("Show", state), field("With the words", words), start), count, list, more);
await show();
if (!list.children.length) {
  state.value = "";
  await show();
}
