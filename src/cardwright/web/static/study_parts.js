// What the pages of studies share: the jobs of the server as they change, and small pieces that show them.
import { api, button, byId, dataTable, element, socketAddress } from "./ui.js";

export const KIND_NAMES = { arena: "Arena", league: "League", balance: "Balance study", games: "New games", cards: "New cards", weights: "Evolved agent", report: "Report", "": "Study" };
export const STATES = { waiting: "waiting", running: "running", stopping: "stopping", finished: "finished", stopped: "stopped", failed: "failed" };

const jobs = new Map(); // by id, as the server sent them last
const listeners = new Set(); // functions that show jobs, called with all of them
let kinds = null;

export const allKinds = async () => (kinds ??= await api("/api/studies/kinds"));
export const jobsNow = () => [...jobs.values()];

export function onJobs(show) {
  listeners.add(show);
  show(jobsNow());
}

export function pill(state) {
  return state ? element("span", `pill ${state}`, STATES[state] ?? state) : element("span", "");
}

export function bars(job) {
  // The progress of a job; its height is kept while it works, so that nothing jumps.
  const shown = job.bars.filter((bar) => bar.total === null || bar.done < bar.total || job.bars.length < 5);
  const made = shown.map((bar) => {
    const meter = element("progress", "");
    if (bar.total) Object.assign(meter, { max: bar.total, value: bar.done });
    meter.setAttribute("aria-label", bar.what);
    const count = bar.total ? `${bar.done.toLocaleString("en")} of ${bar.total.toLocaleString("en")}` : "";
    return element("div", "gauge", element("span", "", bar.what), element("span", "dim", count), meter);
  });
  return element("div", "gauges", ...made);
}

// How long a job still takes, in words; its pace so far says so.
export function timeLeft({ seconds_left: left }) {
  if (left === null) return "";
  if (left < 90) return `about ${Math.max(1, Math.round(left))} s left`;
  if (left < 5400) return `about ${Math.round(left / 60)} minutes left`;
  return left < 172800 ? `about ${Math.round(left / 3600)} hours left` : `about ${Math.round(left / 86400)} days left`;
}

export function update(place, pieces) {
  // Replaces only the pieces whose key has changed, so that a button under a finger or with the focus stays.
  pieces.forEach(([key, make], index) => {
    const old = place.children[index];
    if (old?.pieceKey === key) return;
    const made = Object.assign(make(), { pieceKey: key });
    if (old) old.replaceWith(made);
    else place.append(made);
  });
  while (place.children.length > pieces.length) place.lastElementChild.remove();
}

export const link = (words, target) => {
  const made = element("a", "", words);
  made.href = target;
  return made;
};

export const runAddress = (name) => `#${new URLSearchParams({ run: name })}`;

export const forgetListeners = () => listeners.clear();

const status = element("p", "connection error lost");
status.setAttribute("role", "status");
byId("main").before(status);

export function connect() {
  const socket = new WebSocket(socketAddress("/ws/jobs"));
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    status.textContent = "";
    jobs.clear();
    for (const job of message.jobs) jobs.set(job.id, job);
    for (const show of listeners) show(jobsNow());
  });
  socket.addEventListener("close", () => {
    status.textContent = "The connection is lost. What you see may be out of date. Reconnecting …";
    setTimeout(connect, 1500);
  });
}

export function tableFor(label, heads, rows, numbers = []) {
  // A table that can be scrolled with the keyboard where it is too wide.
  const made = dataTable(heads, rows, numbers);
  made.tabIndex = 0;
  made.setAttribute("role", "region");
  made.setAttribute("aria-label", label);
  return made;
}

export function stopButtons(job) {
  if (job.ended) return [];
  const words = job.state === "stopping" ? "Stop at once" : "Stop";
  return [button(words, () => api(`/api/jobs/${job.id}/stop`, { method: "POST" }), "stop")];
}
