// One run: what it found so far, how it goes on, its files; and several runs side by side.
import { api, button, commandLine, complain, element, field, isolated, select, sentence } from "./ui.js";
import { asNumbers, csv, figure, keep, keepButton, plot, withInterval } from "./plot.js";
import { KIND_NAMES, bars, link, onJobs, pill, stopButtons, tableFor, timeLeft, update } from "./study_parts.js";

const REFRESH = 4000; // milliseconds between two looks at the files of a run at work

export async function showRun(main, name) {
  const page = new RunPage(main, name);
  await page.load();
}

class RunPage {
  constructor(main, name) {
    this.name = name;
    this.state = element("div", "state");
    this.found = element("div", "found stack");
    this.printed = element("pre", "printed");
    this.loaded = 0;
    this.run = null;
    this.job = null;
    const details = element("details", "panel", element("summary", "", "What the command printed"), this.printed);
    this.details = details;
    details.hidden = true;
    details.addEventListener("toggle", () => details.open && this.showPrinted());
    main.replaceChildren(element("p", "small", link("All studies", "#")), element("h1", "name", name), this.state, this.found, details);
  }

  async load() {
    this.run = await this.ask("/api/run").catch((error) => ({ name: this.name, kind: "", saved: false, form: {}, files: [], problem: error.message }));
    this.loaded = Date.now();
    this.found.replaceChildren(element("p", "dim reading", "Reading the run …"));
    onJobs((jobs) => this.follow(jobs));
    if (this.run.problem) this.showFound();
    else await this.read();
    this.isRead = true;
    this.showState();
  }

  ask(path) {
    return api(`${path}?${new URLSearchParams({ name: this.name })}`);
  }

  async read() {
    const found = await this.ask("/api/run/found").catch((error) => ({ problem: error.message }));
    if (!this.found.isConnected) return;
    Object.assign(this.run, found);
    this.isRead = true;
    this.showFound();
    this.showState();
  }

  follow(jobs) {
    const own = jobs.filter((job) => job.folder === this.name).sort((a, b) => b.created - a.created)[0] ?? null;
    const gone = this.job && !this.job.ended && own?.id !== this.job.id; // with the server that ran it
    const ended = gone || (own?.ended && !this.job?.ended && this.job?.id === own.id);
    const began = own && !own.ended && own.id !== this.job?.id;
    this.job = own;
    if (began && this.run.facts) this.showFound();
    this.details.hidden = !own;
    if (ended || (own && !own.ended && Date.now() - this.loaded > REFRESH)) this.refresh();
    this.showState();
  }

  async refresh() {
    this.loaded = Date.now();
    try {
      this.run = { ...this.run, ...(await this.ask("/api/run")), problem: "" };
      await this.read();
      if (this.details.open) await this.showPrinted();
    } catch (error) {
      complain(error);
    }
  }

  async showPrinted() {
    if (!this.job) return;
    const job = await api(`/api/jobs/${this.job.id}`);
    this.printed.textContent = [...job.lines, job.output].join("\n").trim() || "Nothing yet.";
  }

  showState() {
    const { run, job } = this;
    const working = job && !job.ended;
    const state = working ? job.state : this.isRead && this.whole ? "finished" : (job?.state ?? run.state ?? "");
    const words = job?.error || (working ? job.says || timeLeft(job) : "");
    const command = job?.command || run.command;
    const head = () => {
      const actions = working ? stopButtons(job) : this.isRead ? this.nextSteps() : []; // how far it came is not known yet
      return element("div", "row", element("span", "dim", KIND_NAMES[run.kind] || "Study"), pill(state), element("span", "grow"), ...actions);
    };
    update(this.state, [
      [JSON.stringify([run.kind, state, working ? job.id : [run.files, run.saved, this.whole, this.isRead, Boolean(run.tables)]]), head],
      [JSON.stringify(working ? job.bars : ""), () => (working ? bars(job) : element("div"))],
      [`${job?.error} ${words}`, () => element("p", job?.error ? "small error" : "small dim", words)],
      [command, () => (command ? commandLine(command) : element("p", "small dim", "Started from the command line."))],
    ]);
  }

  get whole() {
    // Whether the run has come as far as it was meant to.
    const target = this.run.goal ?? null;
    return target === null ? (this.job?.state ?? this.run.state) === "finished" : (this.run.done ?? 0) >= target;
  }

  nextSteps() {
    const { run } = this;
    const steps = [];
    const begin = (form, resume) => api("/api/studies", { method: "POST", body: { form, resume } });
    const report = run.files.find((file) => ["report.html", "archive.html"].includes(file.name));
    if (report) steps.push(fileLink(run, report.name, "Open the report"));
    if (run.saved && !this.whole) steps.push(button("Resume", () => begin(run.form, true), "main"));
    const change = link(run.saved ? "Change and continue" : "Continue", `#${new URLSearchParams({ new: run.kind, from: run.name })}`);
    change.className = "button";
    if (run.kind && !run.name.endsWith(".parquet")) steps.push(change);
    if (run.kind === "arena" && run.tables) steps.push(button("Make a report", () => begin({ kind: "report", folder: run.name }, false)));
    return steps;
  }

  showFound() {
    const { run } = this;
    const parts = [];
    const target = run.goal ?? null;
    const working = this.job && !this.job.ended;
    if (run.problem && !(working && run.facts)) parts.push(element("p", "dim", sentence(run.problem)));
    if (run.facts) {
      // While the run is at work, its bars say how far it is.
      const facts = target && !working ? [...run.facts, ["done", `${run.done.toLocaleString("en")} of ${target.toLocaleString("en")}`]] : run.facts;
      parts.push(element("dl", "facts", ...facts.map(([name, words]) => element("div", "", element("dt", "", name), element("dd", "", words)))));
      parts.push(...run.notes.map((note) => element("p", "note", note)));
      parts.push(element("div", "plots", ...run.plots.map((each) => plot(each, run.name))));
      parts.push(...run.tables.filter((table) => table.rows.length).map((table) => tableOf(table, run.name)));
    }
    if (run.files?.length) parts.push(filesOf(run));
    const open = this.found.querySelector(".files")?.open;
    this.found.replaceChildren(...parts);
    if (open) this.found.querySelector(".files").open = true;
  }
}

function tableOf(table, name) {
  const numbers = table.columns.map((_, index) => index).filter((index) => !table.left.includes(index));
  const save = keepButton("CSV", `${table.title} as CSV`, () => keep(`${name}, ${table.title}.csv`, "text/csv", csv(...asNumbers(table.columns, table.rows))));
  return element("section", "panel", element("div", "row head", element("h2", "", table.title), element("span", "grow"), save), tableFor(table.title, table.columns, table.rows, numbers));
}

const fileAddress = (run, file, more = {}) => `/api/run/file?${new URLSearchParams({ name: run.name, file, ...more })}`;

function fileLink(run, file, words = "") {
  // Opens pages and pictures in a tab of their own.
  const made = link(words || file, fileAddress(run, file));
  if (/\.(html|svg|png)$/.test(file)) Object.assign(made, { target: "_blank", rel: "noopener" });
  if (words) made.className = "button";
  return made;
}

function filesOf(run) {
  const rows = run.files.map((file) => {
    const save = link("Download", fileAddress(run, file.name, { keep: true }));
    save.setAttribute("aria-label", `Download ${file.name}`);
    return [fileLink(run, file.name), size(file.size), save];
  });
  const all = keepButton("JSON", "everything shown here as JSON", () => keep(`${run.name}.json`, "application/json", JSON.stringify(run, null, 1)));
  const games = link("All games as CSV", `/api/run/games.csv?${new URLSearchParams({ name: run.name })}`);
  const summary = element("summary", "", element("h2", "", `Files (${run.files.length})`));
  const keeps = element("div", "row head", ...(run.kind === "arena" ? [games] : []), element("span", "grow"), all);
  return element("details", "panel files", summary, keeps, tableFor("Files", ["file", "size", "save"], rows, [1]));
}

const size = (bytes) => (bytes < 1000 ? `${bytes} B` : bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

export async function showComparison(main, names, baseline = 0) {
  const asked = [...names.map((name) => ["name", name]), ["baseline", baseline]];
  const found = await api(`/api/run/compare?${new URLSearchParams(asked)}`);
  const words = found.entries.map((entry) => (entry.label ? `${isolated(entry.label)} · ${isolated(entry.run)}` : entry.run));
  const mixed = found.games.length > 1;
  const against = select(words.map((each, index) => [String(index), each]), String(baseline));
  against.addEventListener("change", () => showComparison(main, names, Number(against.value)).catch(complain));
  const title = names.join(" and ");
  const everything = keepButton("JSON", "the comparison as JSON", () => keep(`${title}.json`, "application/json", JSON.stringify(found, null, 1)));
  main.replaceChildren(
    element("p", "small", link("All studies", "#")),
    element("h1", "", "Compare runs"),
    element("p", "lead", "Figures with 95 % intervals. Differences treat the runs as independent. A difference is bold if its interval does not contain 0."),
    ...found.runs.filter(isUnfinished).map((run) => element("p", "note", unfinished(run))),
    ...(mixed ? [element("p", "note", `These runs are of different games: ${found.games.map(isolated).join(", ")}. Their figures can only be compared if the games are variants of one another.`)] : []),
    element("div", "row against", field("Compare with", against), element("span", "grow"), everything),
    ...found.measures.map((measure) => comparison(measure, found, words, mixed, title)),
  );
}

const isUnfinished = ({ state }) => state.is !== "" && state.is !== "finished";

// Says that a run may yet change: "runs/a is still at work: 1,200 of 5,000."
function unfinished({ name, done, state }) {
  const how = { running: "is still at work", failed: "has failed" }[state.is] ?? "was stopped before its end";
  const far = state.goal && done !== null ? `: ${done.toLocaleString("en")} of ${state.goal.toLocaleString("en")} are done` : "";
  return `${isolated(name)} ${how}${far}. Its figures are those so far.`;
}

function comparison(measure, found, words, mixed, title) {
  // What is measured, of every entry that has it: a plot, and a table of differences.
  const known = found.entries.map((entry, index) => ({ entry, index, value: measure.values[index] })).filter((each) => each.value);
  const names = (entry) => [entry.run, ...(mixed ? [entry.game] : []), entry.label];
  const heads = ["run", ...(mixed ? ["game"] : []), "of", measure.name];
  const minus = measure.baseline === null ? "" : words[measure.baseline];
  const rows = known.map(({ entry, index, value }) => [...names(entry), withInterval(...value), index === measure.baseline ? "" : difference(measure.differences[index])]);
  const plain = known.map(({ entry, index, value }) => [...names(entry), ...value, ...(measure.differences[index] ? [minus, ...measure.differences[index]] : ["", null, null, null])]);
  const columns = [...heads, "low", "high", "minus", "difference", "difference low", "difference high"];
  const save = keepButton("CSV", `${measure.name} as CSV`, () => keep(`${title}, ${measure.name}.csv`, "text/csv", csv(columns, plain)));
  const drawn = plot({ kind: "intervals", title: measure.name, rows: known.map(({ index, value }) => ({ label: words[index], value: value[0], low: value[1], high: value[2] })) }, title);
  const table = element("section", "panel", element("div", "row head", element("h2", "", measure.name), element("span", "grow"), save), tableFor(measure.name, [...heads, minus ? `minus ${minus}` : "difference"], rows, mixed ? [3, 4] : [2, 3]));
  return element("div", "plots compared", drawn, table);
}

function difference(found) {
  if (!found) return "–";
  const [value, low, high] = found;
  const isPositive = value > 0 && !/^0(\.0*)?$/.test(figure(value));
  const words = (isPositive ? "+" : "") + withInterval(value, low, high);
  return low !== null && (low > 0 || high < 0) ? element("strong", "", words) : words;
}
