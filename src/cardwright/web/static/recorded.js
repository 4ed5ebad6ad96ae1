// Choosing a recorded game: the files of the folder, a file from elsewhere, or a game that agents play now.
import { api, button, commandLine, complain, element, field, grouped, input, isolated, quoted, select, when, whoPlays } from "./ui.js";
import { linesOf } from "./stream.js";

const LARGEST_UPLOAD = 4_000_000;
const AGENTS = ["random", "rules", "lookahead:2", "mcts:20", "mcts:200", "mcts:1000", "strongest"];
export const addressOf = (file) => `/watch?file=${encodeURIComponent(file)}`;

// A recorded game in one line: what was played, by whom, when, and how it ended.
export const aboutGame = (game) => [isolated(game.title), whoPlays(game.seats), when(game.changed), game.result].filter(Boolean).join(" · ");

export function gamesList(games) {
  const list = element("ul", "games");
  for (const game of games) {
    const link = element("a", "", element("b", "", game.title), element("span", "seats", whoPlays(game.seats) || "seats unknown"), element("span", "result", game.result || (game.kind === "game" ? "not over" : "")), element("time", "", when(game.changed)), element("span", "file", game.is_table ? "a table of yours" : game.name));
    link.href = addressOf(game.name);
    const row = element("li", "", link);
    if (game.kind === "game" && !game.result && !game.is_table) row.append(playOn(game));
    list.append(row);
  }
  return list;
}

function playOn(game) {
  const made = element("a", "button play-on", "Play on");
  made.href = `/play?load=${encodeURIComponent(game.name)}`;
  made.setAttribute("aria-label", `Play on: ${game.title}`);
  return made;
}

export function uploadForm() {
  const chosen = input("file", "", { accept: ".json,application/json" });
  chosen.addEventListener("change", async () => {
    try {
      const [file] = chosen.files;
      if (!file) return;
      if (file.size > LARGEST_UPLOAD) throw new Error(`${file.name} is too large to upload; put it into the folder of the server instead`);
      const { file: name } = await api("/api/watch/games", { method: "POST", body: { name: file.name, text: await file.text() } });
      location.href = addressOf(name);
    } catch (error) {
      complain(error);
      chosen.value = "";
    }
  });
  return field("A replay or saved game from this computer", chosen);
}

// A choice of agents, one for each seat; `names` are those of the players.
export function agentFields(names, agents, chosen) {
  const fields = names.map((name, seat) => select(agents.map((each) => [each, each]), chosen[seat]));
  const shown = element("div", "row seats", ...fields.map((each, seat) => field(names[seat], each)));
  return { shown, value: () => fields.map((each) => each.value) };
}

export const agentsAround = (known) => [...new Set([...AGENTS, ...known.filter(Boolean)])];

// Plays a game and returns the file of its replay; the button turns into one that stops it.
export async function playNow(body, status, start, stop) {
  const halt = new AbortController();
  stop.onclick = () => halt.abort();
  [start.hidden, stop.hidden] = [true, false];
  const begun = Date.now();
  const tick = () => (status.textContent = `playing, ${Math.round((Date.now() - begun) / 1000)} s; agents that search are compiled once on this machine`);
  tick();
  const clock = setInterval(tick, 1000);
  try {
    let last = {};
    for await (const each of linesOf("/api/watch/play", { body, signal: halt.signal })) last = each;
    status.textContent = `${last.decisions} decisions: ${last.result}`;
    return last.file;
  } catch (error) {
    status.textContent = "";
    if (error.name !== "AbortError") throw error;
    return null;
  } finally {
    clearInterval(clock);
    [start.hidden, stop.hidden] = [false, true];
  }
}

async function fillGames(game) {
  for (const family of await api("/api/games")) {
    const group = element("optgroup", "");
    group.label = family.title;
    group.append(...family.starts.map((start) => Object.assign(element("option", "", start.name), { value: start.name })));
    game.append(group);
  }
}

export function newGameForm() {
  const game = element("select", "");
  const players = input("number", "", { min: 1, max: 12, placeholder: "any" });
  const seed = input("number", "1", { min: 0, max: Number.MAX_SAFE_INTEGER, required: true });
  const seats = element("div", "seats-of");
  const command = element("div", "command-of");
  const status = element("p", "small dim status");
  status.setAttribute("role", "status");
  let agents = { value: () => [] };
  let known = {}; // what the server says about the game

  const asked = () => ({ game: game.value, seats: agents.value(), seed: Number(seed.value) || 0, ...(players.value ? { players: Number(players.value) } : {}) });
  function showCommand() {
    const { game: name, seats: chosen, seed: number } = asked();
    const isFirst = game.selectedOptions[0]?.previousElementSibling === null;
    const called = players.value && isFirst ? name.split(":")[0] : name; // then the seats say how many play
    const log = `watched/${name.replace(/[^A-Za-z0-9]+/g, "-")}-${number}`;
    const python = known.python ? ` --game ${quoted(known.python)}` : "";
    const line = `cardwright arena ${called}${python} --seats ${quoted(grouped(chosen).replaceAll(", ", ","))} --games 1 --replays 1 --seed ${number} --log ${log}`;
    command.replaceChildren(...(players.value && !isFirst ? [] : [commandLine(line)]));
  }
  async function describe() {
    const query = new URLSearchParams({ name: game.value, ...(players.value ? { players: players.value } : {}) });
    const about = (known = await api(`/api/game?${query}`));
    const usual = about.agents.includes("rules") ? "rules" : "random";
    agents = agentFields(about.player_names, about.agents, about.player_names.map((_, seat) => (seat ? "random" : usual)));
    seats.replaceChildren(agents.shown);
    showCommand();
  }
  const refresh = () => describe().catch(complain);
  game.addEventListener("change", () => {
    players.value = "";
    refresh();
  });
  players.addEventListener("change", refresh);
  seats.addEventListener("change", showCommand);
  seed.addEventListener("input", showCommand);
  const stop = button("Stop", () => {});
  stop.hidden = true;
  const start = button("Play and watch", async () => {
    const file = await playNow(asked(), status, start, stop);
    if (file) location.href = addressOf(file);
  }, "main");
  fillGames(game).then(describe).catch(complain);
  return element("div", "stack", element("div", "row", field("Game", game), field("Players", players), field("Seed", seed)), seats, element("div", "row", start, stop, status), command);
}
