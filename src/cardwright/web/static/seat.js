// A seat at a table: draws what the server tells this seat, and sends what its player chooses.
import { Board } from "/viewer/board.js";
import { button, byId, commandLine, complain, element, input, field, api, socketAddress, toast } from "./ui.js";
import { Choices } from "./seat_choices.js";
import { Details } from "./seat_details.js";
import { Ending } from "./seat_ending.js";
import { Log } from "./seat_log.js";

const table = location.pathname.split("/").at(-1);
const keys = location.hash.slice(1).split(",").filter(Boolean);
const seats = new Map(); // what each seat was told once, by player
const chosenFrom = new Map(); // the view in which each player decided last
let socket = null;
let wait = 500; // milliseconds until the next attempt to connect
let board = null;
let shown = null; // the last position
let past = null; // the decision that the player looks back at, when the game is over
let revealed = null; // the player who looks at this screen
let details = null;
let unanswered = null; // the choice that was sent last, until a position follows
let patience = null; // runs out when the server does not answer
const PATIENCE = 10000; // milliseconds

// --- the page ---

const status = element("p", "connection");
status.setAttribute("role", "status");
const heading = element("h1", "");
const back = element("a", "back small", "← Your tables"); // for those who have any
back.href = "/tables";
back.hidden = true;
const surface = element("section", "felt table");
surface.setAttribute("aria-label", "Table");
const turn = element("h2", "turn");
turn.setAttribute("aria-live", "polite");
const note = element("p", "note dim small");
const tray = element("div", "tray readable"); // cards to choose that lie nowhere on the table
const actions = element("div", "row actions"); // what else one can do
const choices = new Choices({ tray, actions, choose, explain: (card) => details.about(card, false), ask: () => shown && send({ type: "hint", player: shown.player }), stop: () => send({ type: "stop" }) });
const log = new Log();
const ending = new Ending(send, lookAt);
const undo = button("Undo", () => send({ type: "undo" }));
const again = button("Ask the agent again", () => send({ type: "retry" }), "main");
const save = button("Save", openSave);
again.hidden = undo.disabled = save.disabled = choices.hintButton.disabled = true; // until there is a position
const curtain = element("div", "curtain panel");
const dialog = element("dialog", "panel");
const tools = element("div", "row tools", undo, choices.hintButton, button("Rules", openRules), save);
const keyHelp = element("p", "keys dim small", "Keys: numbers or arrows, then Enter. U takes back, H asks for a hint.");
const side = element("aside", "side", element("section", "panel decide", turn, note, again, ending.element, choices.element, tools, keyHelp), log.element);
side.setAttribute("aria-label", "Choices and log");
byId("main").replaceChildren(element("div", "heading", heading, status, back), element("div", "seat-grid", surface, side), dialog);

// --- the server ---

function connect() {
  const own = (socket = new WebSocket(socketAddress(`/ws/seats/${table}`)));
  own.addEventListener("open", () => own.send(JSON.stringify({ keys })));
  own.addEventListener("message", (event) => own === socket && receive(JSON.parse(event.data)));
  own.addEventListener("close", (event) => own === socket && lose(event.code));
}

function lose(code) {
  rest(true);
  if (code === 4400 || code === 4403) return giveUp("this link opens no seat here");
  tell("The connection is lost. Reconnecting …", "error");
  setTimeout(connect, wait);
  wait = Math.min(2 * wait, 4000);
}

// Nothing can be chosen while there is no connection, and it looks so.
function rest(isResting) {
  clearTimeout(patience);
  document.body.classList.toggle("offline", isResting);
  for (const each of [surface, choices.element, ending.element]) each.inert = isResting;
  if (isResting) for (const each of [undo, save, choices.hintButton]) each.disabled = true;
  if (isResting) choices.closeMenu();
}

// A connection can be dead long before the browser notices: a choice that is not answered goes through a new one.
function expectAnswer(message) {
  unanswered = message;
  clearTimeout(patience);
  patience = setTimeout(() => {
    const dead = socket;
    socket = null; // what it still says does not count
    dead.close();
    lose(0);
  }, PATIENCE);
}

// Says why there is nothing to play here, and offers the way back.
let isOver = false; // for this page
function giveUp(why) {
  if (isOver) return;
  isOver = true;
  rest(true);
  tell("");
  dialog.close();
  const isGuest = [...seats.values()].some((seat) => seat.guest);
  const more = seats.size ? "Nothing can be played here any more." : "Were you invited? Ask for the link again, and open all of it.";
  const home = element("a", "button main", "Your tables");
  home.href = "/tables";
  const notice = element("section", "panel notice", element("h1", "", `${why[0].toUpperCase()}${why.slice(1)}`), element("p", "", more), isGuest ? "" : element("p", "", home));
  notice.setAttribute("role", "alert");
  document.body.classList.remove("offline");
  byId("main").replaceChildren(notice);
}

function tell(text, kind = "") {
  status.textContent = text;
  status.className = `connection ${kind}`.trim();
}

function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

const RECEIVERS = {
  welcome(message) {
    wait = 500;
    tell("");
    seats.set(message.player, message);
    if (!board) begin(message);
    log.begin(message.player, message.log);
    back.hidden = save.hidden = message.guest;
    if (!message.guest) document.querySelector(".brand").href = "/"; // a guest may only play
  },
  position(message) {
    const [isBack, lost] = [document.body.classList.contains("offline"), unanswered];
    shown = message;
    past = unanswered = null;
    rest(false);
    log.add(message);
    draw(); // which hides the log again behind a curtain
    // A choice that did not arrive is sent again; the server refuses it if the game has moved on.
    if (isBack && lost?.player === message.player && lost.decided === message.decided && message.options.length) {
      choices.pause();
      submit(lost);
    }
  },
  hint: (message) => shown && message.decided === shown.decided && choices.showHint(message),
  why: (message) => ending.showWhy(message),
  replay: (message) => ending.download(message),
  error(message) {
    unanswered = null;
    clearTimeout(patience);
    if (message.closed) return giveUp(message.error);
    toast(message.error, "error");
    if (shown) draw();
  },
};

const receive = (message) => RECEIVERS[message.type]?.(message);

function begin(message) {
  details = new Details(message.terms);
  board = new Board({ players: message.players, ...message.drawn, redraw: draw, decorate: (made, name, path) => noteThing(made, name, path) });
  details.board = board;
  heading.replaceChildren(message.title, message.start ? element("small", "", message.start) : "");
  document.title = `${message.title} · Cardwright`;
  document.body.classList.toggle("solo", message.players.length === 1);
}

// --- the position ---

const narrow = matchMedia("(max-width: 699px)");
let isFirst = true; // that this page draws
let things = []; // what was drawn: cards, figures, chips and players

function noteThing(made, name, path) {
  things.push({ element: made, name, path });
  details.explain(made, name);
}

function draw() {
  if (past) return drawPast();
  board.players = seats.get(shown.player).players;
  if (seats.size > 1 && revealed !== shown.player && !shown.over) return drawCurtain();
  revealed = shown.player;
  const own = shown.options.length > 0;
  board.addFaces(shown.faces);
  things = [];
  details.hide();
  const before = chosenFrom.get(shown.player);
  const drawn = board.draw(shown.view, { before: before && before.decided < shown.decided ? before.view : undefined, deciding: own ? shown.player : null, winners: shown.winners, own: shown.player });
  surface.replaceChildren(...drawn, tray, actions);
  surface.dataset.decided = `${shown.player}:${shown.decided}`;
  turn.textContent = shown.over ? "The end" : own ? (seats.size > 1 ? `${board.names[shown.player]}, your turn` : "Your turn") : "The others decide …";
  note.textContent = shown.problem || (shown.compiling ? "An agent is being compiled. This happens once on this machine and takes up to a minute." : "");
  note.classList.toggle("error", Boolean(shown.problem));
  again.hidden = !shown.problem;
  undo.disabled = !shown.can_undo;
  save.disabled = false;
  keyHelp.hidden = !own;
  choices.show(shown, things, board);
  ending.show(shown);
  if (isFirst && narrow.matches) surface.querySelector('.mine [data-zone="hand"], .zones > [data-zone="hand"]')?.scrollIntoView({ block: "nearest" }); // above the choices
  isFirst = false;
  document.body.classList.toggle("waiting", !own && !shown.over);
}

function lookAt(decision) {
  past = decision;
  draw();
  surface.scrollIntoView({ block: "nearest" });
}

// Draws what the player saw when making a decision of a game that is over.
function drawPast() {
  board.addFaces(past.faces);
  details.hide();
  const words = element("p", "", `Turn ${past.turn}: you chose `, element("b", "", past.chosen), "; ", element("b", "", past.better), " was better.");
  const leave = button("Back to the end", () => lookAt(null));
  surface.replaceChildren(element("div", "row past", words, leave), ...board.draw(past.view, { deciding: shown.player, own: shown.player }));
}

function drawCurtain() {
  const name = board.names[shown.player];
  revealed = null;
  surface.replaceChildren(curtain);
  turn.textContent = `${name} is next`;
  choices.clear();
  log.hide();
  curtain.replaceChildren(
    element("h2", "", `Pass the screen to ${name}`),
    element("p", "dim", "The cards stay covered until then."),
    button(`I am ${name}`, () => {
      revealed = shown.player;
      log.draw(shown.player);
      draw();
    }, "main"),
  );
  curtain.querySelector("button").focus();
}

function choose(option) {
  chosenFrom.set(shown.player, { view: shown.view, decided: shown.decided });
  submit({ type: "choose", player: shown.player, decided: shown.decided, action: option.id });
  if (seats.size > 1) revealed = shown.player;
}

function submit(message) {
  expectAnswer(message);
  send(message);
}

// --- dialogs ---

function open(title, ...parts) {
  const close = button("Close", () => dialog.close());
  dialog.replaceChildren(element("h2", "", title), ...parts, element("div", "row", close));
  dialog.setAttribute("aria-label", title);
  dialog.showModal();
}

function openRules() {
  if (seats.size) open("How to play", element("pre", "rules", seats.get(shown?.player ?? [...seats.keys()][0]).rules));
}

function openSave() {
  const name = input("text", `${seats.get(shown.player).name.replace(/[^\w-]+/g, "-")}.json`, { required: true });
  const answer = element("div", "stack");
  name.addEventListener("keydown", (event) => event.key === "Enter" && act.click());
  const act = button("Save", async () => {
    const saved = await api(`/api/tables/${table}/save`, { method: "POST", body: { file: name.value } });
    answer.replaceChildren(element("p", "good", `Saved as ${saved.file} in the folder.`), commandLine(saved.command));
  }, "main");
  open("Save a copy", element("p", "dim small", "The table itself is saved after every decision. A copy goes to a file of its own."), field("File", name), act, answer);
}

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());

// --- keys ---

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || dialog.open || document.body.classList.contains("offline") || isOver || event.target.closest("input, select, textarea")) return;
  if (choices.key(event.key)) return event.preventDefault();
  const acts = { u: () => undo.click(), h: () => choices.hintButton.click(), Escape: () => details?.hide() };
  acts[event.key]?.();
});

window.addEventListener("hashchange", () => location.reload());
window.addEventListener("unhandledrejection", (event) => complain(event.reason));
if (keys.length) connect();
else giveUp("this address lacks the key of a seat");
