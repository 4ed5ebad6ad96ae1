// The first page: a game in one click, tables to go on with, and what else one can do.
import { picture } from "/viewer/cards.js";
import { tableRow } from "./table_list.js";
import { api, button, byId, complain, element } from "./ui.js";

const PARTS = [
  ["/play", "Play", "Any game against agents, friends on this screen, or friends with a link."],
  ["/make", "Make", "Write a card, a set or a whole game; see it drawn and judged as you type."],
  ["/study", "Study", "Arenas, leagues and balance studies, with progress and plots."],
  ["/watch", "Watch", "Replays step by step, and what the players saw and thought."],
  ["/routes", "Routes", "The map of a seed, and the best ways through it."],
];

const HUES = [150, 350, 40, 210, 285];
function part([address, title, text]) {
  const link = element("a", "panel part", element("h3", "", title), element("p", "dim", text));
  link.href = address;
  return link;
}

function gameCard(family, index) {
  const start = family.starts[0];
  const made = button("", async () => {
    made.disabled = true;
    try {
      location.href = (await api("/api/tables", { method: "POST", body: { game: start?.name ?? family.family } })).link;
    } finally {
      made.disabled = false;
    }
  }, "game");
  made.append(element("div", "art", picture(family.title, HUES[index % HUES.length])), element("b", "", family.first), element("span", "", start ? start.about : ""), element("em", "", "Play now"));
  return made;
}

async function recentTables() {
  const [running, over] = await Promise.all([api("/api/tables?finished=false"), api("/api/tables?finished=true")]);
  const listed = [...running.tables.slice(0, 6), ...over.tables.slice(0, 3)];
  recent.hidden = !listed.length;
  const all = element("a", "small", `All tables (${running.in_progress} in progress, ${over.finished} finished)`);
  all.href = "/tables";
  recent.replaceChildren(element("div", "row recent-head", element("h2", "", "Your tables"), all), element("ul", "tables", ...listed.map((table) => tableRow(table, recentTables))));
}

const recent = element("section", "recent");
const games = element("div", "games", element("p", "lead", "Getting the games …"));
const families = api("/api/games").catch((error) => (complain(error), [])); // late if the server still imports games
await recentTables().catch(complain);
byId("main").replaceChildren(
  element("section", "felt hero", element("h1", "", "A workbench for card games"), element("p", "lead", "Play a game now. You need no account and no connection."), games),
  recent,
  element("section", "", element("h2", "", "What you can do"), element("div", "columns parts", ...PARTS.map(part))),
);
games.replaceChildren(...(await families).map(gameCard));
