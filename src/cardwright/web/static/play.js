// Choose a game, and who plays.
import { api, button, byId, commandLine, complain, copyText, element, field, grouped, input, quoted, when, whoPlays } from "./ui.js";

const OTHER = "other";
const wanted = new URLSearchParams(location.search);
const chooser = element("div", "chooser stack");
const setup = element("section", "panel setup stack");
setup.setAttribute("aria-label", "Players");
byId("main").replaceChildren(element("h1", "", "Play"), element("div", "play-grid", chooser, setup));

let chosen = null; // { name, scenario }, or { load } with the file of a saved game
let about = null; // what the server says about the chosen game
let players = null;
let picking = null; // a promise: whether the form of the chosen game is drawn
let isBeginning = false;
let usual = null; // the number of players of the game as it is named
let seats = [];
const seed = input("number", "", { min: 0, step: 1, placeholder: "random" });

// --- which game ---

const isChosen = (one) => one.name === chosen.name && one.scenario === chosen.scenario && one.load === chosen.load;

function gameRow(name, title, text, scenario, load) {
  const wish = { name, scenario, load };
  const radio = input("radio", name ?? load, { name: "game", checked: isChosen(wish) });
  radio.addEventListener("change", () => pick(wish));
  return element("label", "game-row", radio, element("span", "", element("b", "", title), text ? element("span", "dim small", text) : null));
}

function familySection(family) {
  const starts = family.starts.length ? family.starts : [{ name: family.family, about: "" }];
  const rows = starts.map((start) => gameRow(start.name, start.name.slice(start.name.indexOf(":") + 1).replaceAll(/[_-]/g, " "), start.about));
  const isOpen = starts.some((start) => start.name === chosen.name);
  const section = element("details", "panel family", element("summary", "", element("h2", "", family.title), element("span", "dim small", `${starts.length} to choose from`)), element("div", "rows", ...rows));
  section.open = isOpen;
  return section;
}

function fileSection(files) {
  const rows = files.flatMap((file) => (file.scenarios.length ? file.scenarios.map((scenario) => gameRow(file.name, scenario, file.name, scenario)) : [gameRow(file.name, file.name, "")]));
  const section = element("details", "panel family", element("summary", "", element("h2", "", "Files of your folder"), element("span", "dim small", `${rows.length} to choose from`)), element("div", "rows", ...rows));
  section.open = files.some((file) => file.name === chosen.name);
  return section;
}

function savedSection(games) {
  const rows = games.map((game) => gameRow(undefined, game.title, [whoPlays(game.seats), when(game.changed), game.name].filter(Boolean).join(" · "), undefined, game.name));
  const section = element("details", "panel family", element("summary", "", element("h2", "", "Saved games"), element("span", "dim small", `${rows.length} to go on with`)), element("div", "rows", ...rows));
  section.open = Boolean(chosen.load);
  return section;
}

function pick(wish, count = null) {
  picking = load(wish, count);
}

// Asks the server about a game and draws who plays; returns whether that is the game that is still chosen.
async function load(wish, count) {
  chosen = wish;
  players = count;
  const asked = Object.entries({ ...wish, players: count }).filter(([, value]) => value);
  const query = new URLSearchParams(asked);
  setup.setAttribute("aria-busy", "true");
  try {
    const answer = await api(`/api/game?${query}`);
    if (!isChosen(wish)) return false;
    about = answer;
    if (!count) usual = about.players;
    if (about.seats) seats = about.seats;
    seats = Array.from({ length: about.players }, (_, player) => seats[player] ?? (player ? about.levels.normal : "you"));
    seats = seats.map((seat) => (about.seats || isOffered(seat) ? seat : about.levels.normal)); // a saved game keeps its agents
    if (!seats.some((seat) => ["you", "guest"].includes(seat))) seats[0] = "you";
    drawSetup();
    return true;
  } catch (error) {
    if (!about) setup.replaceChildren(element("p", "error", error.message));
    complain(error);
    return false;
  } finally {
    setup.removeAttribute("aria-busy");
  }
}

const isOffered = (seat) => ["you", "guest", ...Object.values(about.levels), ...about.agents].includes(seat);

// --- who plays ---

function seatRow(player) {
  const seat = element("select", "");
  const group = (label, options) => {
    const made = element("optgroup", "", ...options.map(([value, text]) => Object.assign(element("option", "", text), { value })));
    made.label = label;
    seat.append(made);
  };
  group("People", [["you", "you, on this screen"], ["guest", "a guest, with a link"]]);
  group("Levels", Object.entries(about.levels).map(([level, agent]) => [agent, `${level} (${agent.length > 28 ? "strongest" : agent})`]));
  const levels = Object.values(about.levels);
  group("Agents", [...about.agents.filter((agent) => !levels.includes(agent)).map((agent) => [agent, agent]), [OTHER, "another agent …"]]);
  const other = input("text", "", { ariaLabel: `Agent of ${about.player_names[player]}`, placeholder: "mcts:500" });
  const isOther = !isOffered(seats[player]);
  seat.value = isOther ? OTHER : seats[player];
  other.value = isOther ? seats[player] : "";
  other.hidden = !isOther;
  seat.addEventListener("change", () => {
    other.hidden = seat.value !== OTHER;
    seats[player] = seat.value === OTHER ? other.value : seat.value;
    drawCommand();
  });
  other.addEventListener("input", () => {
    seats[player] = other.value;
    drawCommand();
  });
  return element("div", "seat-row", field(about.player_names[player], seat), other);
}

const command = element("div", "");

// Who plays, in the fewest words: nothing if it is as usual, a level for all others, or every seat.
function seatOptions() {
  const people = seats.map((seat) => (seat === "guest" ? "you" : seat));
  const [first, ...others] = people;
  const plays = (level) => first === "you" && others.every((seat) => seat === about.levels[level]);
  if (about.seats ? people.join() === about.seats.join() : plays("normal")) return [];
  const level = about.seats ? null : Object.keys(about.levels).find(plays);
  return level ? ["--level", level] : ["--seats", quoted(grouped(people).replaceAll(", ", ","))];
}

function drawCommand() {
  const parts = ["cardwright play", ...(chosen.load ? ["--load", quoted(chosen.load)] : [quoted(chosen.name)])];
  if (about.python) parts.push("--game", quoted(about.python));
  if (chosen.scenario) parts.push("--scenario", quoted(chosen.scenario));
  if (players && players !== usual) parts.push("--players", players);
  parts.push(...seatOptions());
  if (seed.value && !chosen.load) parts.push("--seed", seed.value);
  command.replaceChildren(commandLine(parts.join(" ")));
}

function drawSetup() {
  const count = input("number", about.players, { min: 1, max: 12 });
  count.addEventListener("change", () => pick(chosen, Number(count.value)));
  const start = button("Start", begin, "main start");
  const rules = element("details", "", element("summary", "", "Rules"), element("p", "rules", about.rules));
  setup.replaceChildren(
    element("h2", "", about.title, about.start ? element("small", "dim", about.start) : ""),
    ...(about.resizable ? [field("Number of players", count)] : []),
    ...seats.map((_, player) => seatRow(player)),
    ...(chosen.load ? [] : [field("Seed (the same seed deals the same cards)", seed)]),
    start,
    rules,
    element("p", "dim small", "The same in a terminal:"),
    command,
  );
  drawCommand();
}

seed.addEventListener("input", drawCommand);

// Begins the game once, however often the button is pressed, and with the seats of the game that is chosen by then.
async function begin() {
  if (isBeginning) return;
  isBeginning = true;
  let isLeft = false; // for the table; until it is shown, another click must not begin another game
  try {
    isLeft = (await picking) && (await makeTable());
  } finally {
    isBeginning = isLeft;
  }
}

// Returns whether the browser goes to the table; with guests, their links are shown first.
async function makeTable() {
  const body = { game: chosen.name, load: chosen.load, scenario: chosen.scenario, seats };
  if (players) body.players = players;
  if (seed.value && !chosen.load) body.seed = Number(seed.value);
  const made = await api("/api/tables", { method: "POST", body });
  const isAlone = !Object.keys(made.guests).length;
  if (isAlone) location.href = made.link;
  else drawLinks(made);
  return isAlone;
}

addEventListener("pageshow", () => (isBeginning = false)); // somebody came back to this page

function drawLinks(made) {
  // Each guest gets a link of their own; it opens only their seat.
  const rows = Object.entries(made.guests).map(([player, link]) => {
    const address = input("text", location.origin + link, { readOnly: true });
    const copy = button("Copy", () => copyText(address.value));
    return element("div", "row link", field(`Link for ${about.player_names[player]}`, address), copy);
  });
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const own = element("a", "button main", "Go to your seat");
  own.href = made.link || "#";
  setup.replaceChildren(
    element("h2", "", "Send these links"),
    element("p", "dim small", "A link opens one seat and nothing else."),
    ...(isLocal ? [element("p", "small", "Only this computer reaches this address. To play over your network, start the workbench with --host 0.0.0.0.")] : []),
    ...rows,
    ...(made.link ? [own] : []),
  );
}

const [families, files, recorded] = await Promise.all([api("/api/games"), api("/api/game-files"), api("/api/watch/games")]);
const saved = recorded.filter((game) => game.kind === "game" && !game.is_table && !game.result);
const first = { name: wanted.get("game") || families[0].starts[0]?.name || families[0].family, scenario: wanted.get("scenario") ?? undefined };
chosen = wanted.get("load") ? { load: wanted.get("load") } : first;
chooser.replaceChildren(...families.map(familySection), ...(files.length ? [fileSection(files)] : []), ...(saved.length ? [savedSection(saved)] : []));
pick(chosen);
