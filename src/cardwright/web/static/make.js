// Make: files of the folder, an editor with checks as you type, the cards drawn, how strong they are, and play.
import { api, ask, button, byId, commandLine, complain, element, field, input, isolated, select, toast } from "./ui.js";
import { dataSource, keywordSource } from "./make_complete.js";
import { editorIn } from "./make_editor.js";
import { drawPreview } from "./make_preview.js";
import { Strength } from "./make_strength.js";

const EDITED = /\.(yaml|yml|json|cgdl)$/;
const PAUSE = 250; // ms without typing before a text is checked
const wide = matchMedia("(min-width: 1100px)");

const state = { name: null, version: "", saved: "", kind: "", chosen: "text", checked: null };
let editor = null;
let waiting = null; // a check that is due
let checking = false;
const words = new Map();

// --- the page ---

const fileList = element("ul", "files");
const files = element("details", "panel side", element("summary", "", "Files"), element("div", "row", button("New file", () => newFile(), "main")), fileList);
files.open = wide.matches;
files.addEventListener("toggle", () => (files.open ||= wide.matches)); // on large screens the list stays
wide.addEventListener("change", () => (files.open = wide.matches || !state.name));
const title = element("h1", "", "Make");
const note = element("span", "dim small", "");
const saveButton = button("Save", () => save());
const kindChoice = select([], "");
const kindField = field("Kind of file", kindChoice);
kindChoice.addEventListener("change", () => {
  choose(state.name, kindChoice.value);
  state.chosen = kindChoice.value;
  check();
});
const tools = element("div", "row tools", saveButton, button("Duplicate", () => duplicate()), button("Rename", () => rename()));
const host = element("div", "editor");
const keys = element("p", "dim small keys", "Ctrl-Space completes, Ctrl-S saves. Esc, then Tab leaves the editor.");
const problems = element("ul", "problems");
problems.setAttribute("aria-live", "polite");
const checkCommand = element("div", "");
const writing = element("section", "panel writing", element("div", "row head", element("div", "", title, note), kindField, tools), host, keys, problems, checkCommand);
const drawn = element("div", "preview");
const preview = element("section", "panel seen", element("h2", "", "Preview"), drawn);
const scenario = select([], "");
scenario.setAttribute("aria-label", "Scenario");
scenario.hidden = true;
const playButton = button("Play it now", () => play(), "main");
const playCommand = element("div", "");
const playing = element("section", "panel playing", element("h2", "", "Play"), element("div", "row", scenario, playButton), playCommand);
const strength = new Strength({ prepare: async () => (await save(), state.name), complain });
const welcome = element("section", "panel welcome", element("h1", "", "Make"), element("p", "", "Write a card, see how strong it is, and play it a second later."), element("div", "kinds"));

const work = element("div", "work", element("div", "beside", writing, playing), element("div", "beside", preview, strength.panel));

byId("main").replaceChildren(element("div", "bench", files, welcome, work));

function showWork(isOpen) {
  welcome.hidden = isOpen;
  work.hidden = !isOpen;
}

// --- kinds: what a file is stays known while its text is half written, and when it is opened again ---

const keyOf = (name) => `kind of ${name}`;

function choose(name, kind) {
  try {
    localStorage.setItem(keyOf(name), kind);
  } catch {
    // it holds until another file is opened
  }
}

function chosenFor(name) {
  try {
    const kind = localStorage.getItem(keyOf(name));
    return formats.some((each) => each.kind === kind) ? kind : "text";
  } catch {
    return "text"; // a browser that keeps nothing
  }
}

function showKind(kind) {
  const kinds = formats.filter((each) => each.suffix === ".yaml").map((each) => [each.kind, each.title]);
  kindChoice.replaceChildren(...select([...(kind === "text" ? [["text", "Choose one"]] : []), ...kinds]).children);
  kindChoice.value = kind;
  kindField.hidden = state.name.endsWith(".cgdl");
}

// --- files ---

async function listFiles() {
  const found = (await api("/api/files")).filter((file) => EDITED.test(file.name));
  fileList.replaceChildren(
    ...found.map((file) => {
      const open = button(file.name, () => openFile(file.name), "plain");
      if (file.name === state.name) open.setAttribute("aria-current", "true");
      return element("li", "", open);
    }),
  );
  if (!found.length) fileList.replaceChildren(element("li", "dim small", "No files yet: make one."));
}

const isChanged = () => editor !== null && state.name !== null && editor.text() !== state.saved;

function mayLeave() {
  return !isChanged() || confirm(`${state.name} has changes that are not saved. Leave them?`);
}

async function openFile(name) {
  if (!mayLeave()) return;
  show(await fileNow(name));
}

function show(file, kind = chosenFor(file.name)) {
  Object.assign(state, { chosen: kind, name: file.name, version: file.version, saved: file.text.replaceAll("\r\n", "\n"), kind: "", checked: null });
  showKind(kind);
  showWork(true);
  if (!editor) editor = editorIn(host, { changed, save: () => save().catch(complain), label: "Text of the file" });
  editor.open(state.saved);
  strength.clear();
  for (const each of [drawn, checkCommand, playCommand]) each.replaceChildren();
  playButton.disabled = true;
  problems.replaceChildren(element("li", "pending dim", "Checking …"));
  history.replaceState(null, "", `/make?file=${encodeURIComponent(file.name)}`);
  document.title = `${file.name} · Cardwright`;
  title.textContent = file.name;
  if (!wide.matches) files.open = false;
  showSaved();
  listFiles().catch(complain);
  check();
}

function showSaved() {
  note.textContent = isChanged() ? "not saved" : "saved";
  saveButton.disabled = !isChanged();
}

async function save() {
  if (!isChanged()) return;
  const text = editor.text();
  try {
    const saved = await api("/api/file", { method: "PUT", body: { name: state.name, text, version: state.version } });
    Object.assign(state, { version: saved.version, saved: text });
  } catch (error) {
    if (error.status === 409) showConflict(await fileNow(state.name), text);
    throw error;
  }
  showSaved();
}

const fileNow = (name) => api(`/api/file?name=${encodeURIComponent(name)}`);

// The file has changed on disk: both texts side by side, and a choice between them.
function showConflict(theirs, mine) {
  const text = (heading, content) => element("section", "", element("h3", "", heading), element("pre", "version", content));
  const both = element("div", "versions", text("Yours", mine), text("On disk", theirs.text));
  for (const each of both.querySelectorAll("pre")) each.tabIndex = 0;
  const take = button("Take theirs", () => {
    dialog.close();
    state.saved = editor.text(); // nothing is asked about changes that are given up
    show(theirs);
  });
  const dialog = ask(`${isolated(theirs.name)} has changed on disk`, [both, element("p", "dim small", "Cancel leaves both as they are. You can then duplicate your text under another name.")], "Keep mine")(async () => {
    state.version = theirs.version;
    await save();
  });
  dialog.classList.add("conflict");
  dialog.querySelector("button.main").after(take);
}

// Tells of a change on disk when the reader comes back to the page.
addEventListener("focus", async () => {
  if (!state.name || document.querySelector("dialog[open]")) return;
  const { name } = state;
  const theirs = await fileNow(name).catch(() => null);
  if (!theirs || state.name !== name || theirs.version === state.version || document.querySelector("dialog[open]")) return;
  if (isChanged()) return showConflict(theirs, editor.text());
  show(theirs);
  toast(`${isolated(name)} has changed on disk; this is the new text.`);
});

addEventListener("beforeunload", (event) => {
  if (isChanged()) event.preventDefault();
});

// --- dialogs ---

const nameInput = (value) => input("text", value, { required: true, maxLength: 200, autocomplete: "off", spellcheck: false });

function freeName(stem, suffix) {
  const taken = new Set([...fileList.querySelectorAll("button")].map((each) => each.textContent));
  let name = stem + suffix;
  for (let number = 2; taken.has(name); number++) name = `${stem}_${number}${suffix}`;
  return name;
}

const STEMS = { spire: "my_cards", unicorns: "my_unicorns", autobattler: "my_set", lineups: "my_lineups", cgdl: "my_game", scenario: "my_scenario" };
const ABOUT = {
  spire: "Cards, statuses and enemies, in words a player knows.",
  unicorns: "Cards that join a deck of Unstable Unicorns.",
  autobattler: "Cards with attack, health and mechanics that fight on their own.",
  lineups: "Lineups that meet in a tournament.",
  cgdl: "A whole card game in a page of text.",
  scenario: "A position, and what must follow from it.",
};
const formats = (await api("/api/formats")).filter((each) => each.kind in STEMS);

function newFile(chosen = formats[0].kind) {
  if (!mayLeave()) return;
  const kind = select(formats.map((each) => [each.kind, each.title]), chosen);
  const suffix = () => formats.find((each) => each.kind === kind.value).suffix;
  const suggested = () => freeName(STEMS[kind.value], suffix());
  const name = nameInput(suggested());
  kind.addEventListener("change", () => (name.value = suggested()));
  ask("New file", [field("Kind", kind), field("Name", name)], "Make it")(async () => {
    const named = name.value.includes(".") ? name.value : name.value + suffix();
    const made = await api("/api/file", { method: "POST", body: { name: named, kind: kind.value } });
    choose(made.name, kind.value);
    show(made, kind.value);
    editor.view.focus();
  });
}

function duplicate() {
  const [, stem, suffix] = /^(.*?)(\.[^.]*)$/.exec(state.name);
  const name = nameInput(freeName(`${stem}_copy`, suffix));
  ask("Duplicate", [field("Name of the copy", name)], "Duplicate")(async () => {
    const made = await api("/api/file", { method: "POST", body: { name: name.value, text: editor.text() } });
    choose(made.name, state.chosen);
    show(made, state.chosen);
  });
}

function rename() {
  const name = nameInput(state.name);
  ask("Rename", [field("New name", name)], "Rename")(async () => {
    await save();
    await api("/api/file/rename", { method: "POST", body: { name: state.name, to: name.value } });
    choose(name.value, state.chosen);
    show(await fileNow(name.value), state.chosen);
  });
}

// --- checks ---

function changed() {
  showSaved();
  clearTimeout(waiting);
  waiting = setTimeout(check, PAUSE);
}

async function check() {
  if (checking) return; // the text is looked at again when this check is done
  checking = true;
  const { name, chosen } = state;
  const text = editor.text();
  try {
    const found = await api("/api/check", { method: "POST", body: { name, text, kind: chosen } });
    if (state.name === name) await showChecked(found);
  } catch (error) {
    problems.replaceChildren();
    complain(error);
  } finally {
    checking = false;
  }
  if (state.name !== name || state.chosen !== chosen || editor.text() !== text) changed();
}

async function showChecked(found) {
  state.checked = found;
  if (found.kind !== state.kind) await speak(found.kind);
  if (state.checked !== found) return; // another file was opened meanwhile
  showKind(found.kind);
  editor.mark(found.problems);
  const wrong = found.problems.some((each) => each.grade === "error");
  problems.replaceChildren(
    ...found.problems.map((each) => {
      const where = each.line ? button(`Line ${each.line}`, () => editor.goTo(each.line, each.column), "plain where") : element("span", "where dim", "File");
      return element("li", each.grade, where, element("span", "", each.text));
    }),
  );
  if (!found.problems.length) problems.append(element("li", "good", found.kind === "text" ? "Neither the name nor the contents tell what this is. Choose the kind of file above, and it is checked." : `${found.title}: no mistakes.`));
  checkCommand.replaceChildren(found.commands.check ? commandLine(found.commands.check) : "");
  if (found.preview) drawn.replaceChildren(...drawPreview(found.preview, (line) => editor.goTo(line)));
  preview.classList.toggle("stale", !found.preview);
  preview.hidden = found.kind === "text";
  strength.offer(found);
  offerPlay(found, wrong);
}

async function speak(kind) {
  if (!words.has(kind)) words.set(kind, await api(`/api/formats/${kind}`));
  state.kind = kind;
  const ownNames = () => {
    const seen = state.checked?.preview;
    return seen ? [...seen.cards.map((each) => each.name), ...seen.entries.flatMap((each) => each.items.map((item) => item.name))] : [];
  };
  editor.speak(kind, words.get(kind), kind === "cgdl" ? keywordSource(words.get(kind)) : dataSource(words.get(kind), ownNames));
}

// --- play ---

function offerPlay(found, wrong) {
  const playable = !["text", "lineups"].includes(found.kind);
  playing.hidden = !playable;
  playButton.disabled = wrong;
  scenario.hidden = !found.scenarios.length;
  const before = scenario.value;
  scenario.replaceChildren(...select(found.scenarios.map((each) => [each, each])).children);
  scenario.value = found.scenarios.includes(before) ? before : (found.scenarios[0] ?? "");
  const named = found.scenarios.length ? " --scenario NAME" : "";
  playCommand.replaceChildren(playable ? commandLine(found.commands.play + named) : "");
}

async function play() {
  await save();
  const arranged = await api("/api/arrange", { method: "POST", body: { name: state.name } });
  const body = { game: arranged.game, ...(scenario.hidden ? {} : { scenario: scenario.value }) };
  location.href = (await api("/api/tables", { method: "POST", body })).link;
}

// --- start ---

welcome.querySelector(".kinds").replaceChildren(
  ...formats.map((each) => {
    const made = button("", () => newFile(each.kind), "kind");
    made.append(element("b", "", each.title), element("span", "dim small", ABOUT[each.kind]));
    return made;
  }),
);
showWork(false);
await listFiles();
const asked = new URLSearchParams(location.search).get("file");
if (asked) await openFile(asked).catch(complain);
