// What all pages share: asking the server, saying what went wrong, and small pieces of a page.
import { element } from "/viewer/cards.js";

export { element };
export const byId = (id) => document.getElementById(id);

export class Refused extends Error {} // bad input, explained by the server in one sentence

// Sends a request; a server that is not there is said so in words.
export function reach(path, options) {
  return fetch(path, options).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("the server does not answer; is it still running?");
  });
}

export async function api(path, { method = "GET", body, signal } = {}) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await reach(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw Object.assign(new Refused(answer?.error || `the server answered ${response.status}`), { answer, status: response.status });
  return answer;
}

export function toast(text, kind = "") {
  const shown = element("div", `toast ${kind}`.trim(), text);
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), 6000);
}

export const complain = (error) => toast(error.message, "error");

export function button(text, act, name = "") {
  const made = element("button", name, text);
  made.type = "button";
  made.addEventListener("click", async () => {
    try {
      await act();
    } catch (error) {
      complain(error);
    }
  });
  return made;
}

export function field(label, input) {
  return element("label", "", label, input);
}

export function select(options, chosen) {
  const made = element("select", "");
  for (const [value, text] of options) {
    const option = element("option", "", text);
    option.value = value;
    option.selected = value === chosen;
    made.append(option);
  }
  return made;
}

export function input(type, value = "", attributes = {}) {
  const made = element("input", "");
  Object.assign(made, { type, value, ...attributes });
  return made;
}

export function dataTable(heads, rows, numbers = []) {
  const cells = (tag, values) =>
    element("tr", "", ...values.map((value, index) => element(tag, numbers.includes(index) ? "number" : "", value instanceof Node ? value : String(value ?? ""))));
  const table = element("table", "data", element("thead", "", cells("th", heads)), element("tbody", "", ...rows.map((row) => cells("td", row))));
  return element("div", "wide", table);
}

export async function copyText(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    // Browsers have no clipboard for pages from other machines without encryption.
    const area = element("textarea", "unseen", text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast("copied");
}

export function commandLine(text) {
  // The command that does the same, to copy.
  const copy = button("Copy", () => copyText(text));
  return element("div", "command", element("code", "", text), copy);
}

export function ask(heading, fields, action) {
  // Shows a form in a dialog, and returns the dialog. It closes when `send` is done, which may refuse with a sentence.
  return (send) => {
    const dialog = element("dialog", "panel");
    dialog.setAttribute("aria-label", heading);
    const wrong = element("p", "error small", "");
    wrong.setAttribute("role", "alert");
    const done = element("button", "main", action);
    const form = element("form", "stack", element("h2", "", heading), ...fields, wrong, element("div", "row", done, button("Cancel", () => dialog.close())));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await send();
        dialog.close();
      } catch (error) {
        wrong.textContent = error.message;
      }
    });
    dialog.append(form);
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  };
}

export const when = (seconds) => new Date(1000 * seconds).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

// What the server says, with a capital and a full stop.
export const sentence = (words) => words && `${words[0].toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;

// A name within a sentence: whatever direction it is written in, it does not disturb its neighbours.
export const isolated = (name) => `\u2068${name}\u2069`;

// Equal neighbours with their number: [["random", 3]].
function runsOf(seats) {
  const runs = [];
  for (const each of seats) {
    if (runs.at(-1)?.[0] === each) runs.at(-1)[1]++;
    else runs.push([each, 1]);
  }
  return runs;
}

// Who plays, as commands write it: 3*random.
export const grouped = (seats) => runsOf(seats).map(([name, count]) => (count > 1 ? `${count}*${name}` : name)).join(", ");

// Who plays, for people who read it: nobody is "you" to whoever looks on.
const PEOPLE = { you: ["a person", "people"], guest: ["a guest", "guests"] };
export function whoPlays(seats) {
  const words = runsOf(seats).map(([name, count]) => (name in PEOPLE ? (count > 1 ? `${count} ${PEOPLE[name][1]}` : PEOPLE[name][0]) : isolated(count > 1 ? `${count}*${name}` : name)));
  return words.join(", ");
}

// A word of a command, so that a shell reads it as one.
export const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

export const socketAddress = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
