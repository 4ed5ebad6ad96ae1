// The form of a study. Its fields, their limits and their help come from the command's own options.
import { api, button, commandLine, complain, element, input, select } from "./ui.js";
import { allKinds, link, runAddress } from "./study_parts.js";

const words = (name) => name.replaceAll("_", " ");

export async function showForm(main, name, from) {
  const kind = (await allKinds()).find((each) => each.kind === name);
  if (!kind) throw new Error(`there is no study called ${name}`);
  const given = from ? await formOf(from) : { ...JSON.parse(sessionStorage.getItem(`study ${name}`) ?? "{}"), folder: undefined };
  const resume = Boolean(from) && kind.resumes;
  const form = new Form(kind, given, resume, await choices(kind));
  const title = resume ? `Continue ${from}` : kind.title;
  main.replaceChildren(
    element("p", "small", link("All studies", "#")),
    element("h1", "", title),
    element("p", "lead", kind.about.replaceAll("`", "")),
    form.element,
  );
  if (!form.reads.game) form.preview(); // else when the game has said who can play it
}

async function formOf(name) {
  // The form that a run was started with, or as much of it as the run's own files tell.
  const run = await api(`/api/run?${new URLSearchParams({ name })}`);
  if (run.saved) return run.form;
  return { ...(await api(`/api/run/found?${new URLSearchParams({ name })}`)).continued, ...run.form };
}

async function choices(kind) {
  // What fields can offer: games, files of the folder, runs.
  const has = (widget) => kind.fields.some((field) => field.widget === widget);
  const found = { makers: kind.makers, games: [], configs: [], runs: [] };
  if (has("game")) found.games = (await api("/api/games")).flatMap((family) => family.starts);
  if (has("config")) found.configs = await api("/api/studies/configs");
  if (kind.kind === "report") found.runs = (await api("/api/runs")).filter((run) => run.kind === "arena").map((run) => run.name);
  return found;
}

class Form {
  constructor(kind, given, resume, offered) {
    this.kind = kind;
    this.given = given;
    this.resume = resume;
    this.offered = offered;
    this.reads = {}; // functions that return the value of each field
    this.boxes = new Map(); // what shows each field
    this.previews = 0;
    this.agents = element("datalist", "");
    this.agents.id = "agents";
    this.players = 1;
    this.named = Boolean(given.folder);
    this.waiting = 0;
    this.command = element("div", "preview");
    this.problem = element("p", "error problem");
    this.problem.setAttribute("role", "alert");
    this.start = button(resume ? "Resume" : "Start", () => this.submit(), "main");
    const fields = kind.fields.map((field) => this.field(field));
    this.element = element(
      "form", "panel study",
      element("div", "fields", ...fields), this.agents, element("h2", "", "The command that does the same"),
      this.command, this.problem, element("div", "row", this.start),
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.start.click();
    });
    this.element.addEventListener("input", () => this.later());
    this.element.addEventListener("change", () => this.later());
    if (this.reads.game) this.gameChanged().catch(complain);
  }

  field(field) {
    const made = (WIDGETS[field.widget] ?? WIDGETS.string)(this, field, this.given[field.name] ?? field.default);
    const label = element("span", "name", field.name === "seats" ? "series" : words(field.name));
    const help = element("span", "help", (FIELD_HELP[field.widget] ?? field.help).replaceAll("`", ""));
    help.id = `help-${field.name}`;
    for (const each of made.matches("input, select") ? [made] : made.querySelectorAll("input, select")) each.setAttribute("aria-describedby", help.id);
    const several = made.matches("div");
    const box = element(several ? "fieldset" : "label", `field ${field.widget}`, several ? element("legend", "", label) : label, made, help);
    this.boxes.set(field.name, box);
    return box;
  }

  value() {
    const form = { kind: this.kind.kind };
    for (const [name, read] of Object.entries(this.reads)) {
      const found = read();
      if (found !== null) form[name] = found;
    }
    return { form, resume: this.resume };
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.preview(), 200);
  }

  // Shows the command, or what is wrong: whatever Start would refuse.
  async preview() {
    const asked = ++this.previews;
    let found;
    try {
      found = await api("/api/studies/command", { method: "POST", body: this.value() });
    } catch (error) {
      found = { command: "", ...this.refusal(error) };
    }
    if (asked !== this.previews) return; // the form has changed meanwhile
    if (found.command) this.command.replaceChildren(commandLine(found.command));
    this.command.classList.toggle("stale", !found.command);
    this.command.inert = !found.command;
    this.mark(found.problem, found.field);
  }

  refusal(error) {
    const field = error.answer?.where?.findLast((part) => this.boxes.has(part)) ?? error.answer?.field ?? "";
    const sentence = field && error.answer?.where ? `${words(field)}: ${error.message.split("; ")[0].replace(/^[\w.]*: /, "")}` : error.message;
    return { problem: sentence, field };
  }

  mark(problem, field) {
    this.problem.textContent = problem;
    this.problem.id = "problem";
    for (const [name, box] of this.boxes) {
      const isWrong = Boolean(problem) && name === field;
      box.classList.toggle("wrong", isWrong);
      for (const each of box.querySelectorAll("input, select")) {
        for (const [key, value] of [["aria-invalid", "true"], ["aria-errormessage", "problem"]]) isWrong ? each.setAttribute(key, value) : each.removeAttribute(key);
      }
    }
  }

  async submit() {
    this.start.disabled = true;
    try {
      const job = await api("/api/studies", { method: "POST", body: this.value() });
      sessionStorage.setItem(`study ${this.kind.kind}`, JSON.stringify(this.value().form)); // to begin the next one with
      location.hash = runAddress(job.folder).slice(1);
    } catch (error) {
      const { problem, field } = this.refusal(error);
      this.mark(problem, field);
      this.boxes.get(field)?.querySelector("input, select").focus();
    } finally {
      this.start.disabled = false;
    }
  }

  async gameChanged() {
    // Offers the agents and seats of the game, and a name for the folder.
    const name = this.reads.game();
    this.suggestFolder?.(name);
    if (!name) return;
    try {
      const about = await api(`/api/game?${new URLSearchParams({ name })}`);
      if (name !== this.reads.game()) return; // another one was chosen meanwhile
      this.agents.replaceChildren(...about.agents.map((each) => new Option(each, each)));
      this.players = about.players;
      this.suggestAgents?.(about.agents);
    } catch {
      // the preview says what is wrong
    }
    this.later();
  }
}

const FIELD_HELP = {
  game: "A game, or a .cgdl or scenario file of this folder.",
  folder: "Where the run is kept, in the folder of this server.",
  seats: "Each series is played from the same seeds. Name an agent for each seat, as in mcts:200.",
};

const number = (box, whole) => () => (box.value.trim() === "" ? null : whole ? parseInt(box.value, 10) : parseFloat(box.value));

function numeric(form, field, value, whole) {
  const box = input("number", value ?? "", { min: field.least ?? "", max: field.most ?? "", step: whole ? "1" : "any" });
  form.reads[field.name] = number(box, whole);
  return box;
}

function listed(id, values) {
  const made = element("datalist", "", ...values.map(({ name, about }) => Object.assign(new Option(about ?? name), { value: name })));
  made.id = id;
  return made;
}

function agentBox(value, label) {
  const box = input("text", value, { placeholder: "an agent" });
  box.setAttribute("list", "agents");
  box.setAttribute("aria-label", label);
  return box;
}

function repeated(form, field, values, least, makeRow) {
  // Rows of agents that can be added and removed; without values, those that the game suggests.
  const rows = element("div", "rows");
  const add = (value) => {
    const row = element("div", "row entry", ...makeRow(value, rows.children.length));
    const remove = button("×", () => {
      if (rows.children.length > least) row.remove();
      form.later();
    }, "plain remove");
    remove.setAttribute("aria-label", "Remove this row");
    row.append(remove);
    rows.append(row);
  };
  const fill = (all) => {
    rows.replaceChildren();
    all.forEach(add);
  };
  fill(values ?? []);
  let chosen = Boolean(values); // by a person, and not to be replaced
  rows.addEventListener("input", () => (chosen = true));
  form.suggestAgents = (agents) => fill(chosen ? read() : agents.slice(0, MOST_SUGGESTED));
  const read = () => [...rows.children].map((row) => [...row.querySelectorAll("input")].map((box) => box.value.trim()).join(","));
  form.reads[field.name] = read;
  const more = button("Add", () => {
    add(null);
    form.later();
  });
  return element("div", "repeated", rows, more);
}

const MOST_SUGGESTED = 2;

const WIDGETS = {
  integer: (form, field, value) => numeric(form, field, value, true),
  number: (form, field, value) => numeric(form, field, value, false),
  string(form, field, value) {
    const box = input("text", value ?? "", { maxLength: 600 });
    form.reads[field.name] = () => box.value.trim() || null;
    return box;
  },
  boolean(form, field, value) {
    const box = input("checkbox");
    box.checked = Boolean(value);
    form.reads[field.name] = () => box.checked;
    return box;
  },
  choice(form, field, value) {
    const options = field.choices.map((each) => [each, each || "usual"]);
    const box = select(field.default === null ? [["", "usual"], ...options] : options, value ?? "");
    form.reads[field.name] = () => (box.value === "" && field.default === null ? null : box.value);
    return box;
  },
  numbers(form, field, value) {
    const box = input("text", (value ?? []).join(", "), { placeholder: "2, 3, 4" });
    form.reads[field.name] = () => (box.value.match(/\d+/g) ?? []).map(Number);
    return box;
  },
  game(form, field, value) {
    const box = input("text", value ?? form.offered.games[0]?.name ?? "", { maxLength: 600 });
    box.setAttribute("list", "games");
    box.setAttribute("aria-label", "Game");
    box.required = true;
    form.reads[field.name] = () => box.value.trim();
    box.addEventListener("change", () => form.gameChanged().catch(complain));
    return element("div", "", box, listed("games", form.offered.games));
  },
  maker(form, field, value) {
    const box = select(form.offered.makers.map((each) => [each, each]), value);
    form.reads[field.name] = () => box.value;
    box.addEventListener("change", () => form.suggestFolder?.(box.value));
    return box;
  },
  config(form, field, value) {
    const names = form.offered.configs;
    const box = select(names.length ? names.map((each) => [each, each]) : [["", "no config in this folder"]], value);
    form.reads[field.name] = () => box.value || null;
    box.addEventListener("change", () => form.suggestFolder?.(box.value));
    return box;
  },
  seats(form, field, value) {
    const expand = (words) => (words ?? "random").split(",").flatMap((part) => {
      const [, times, name] = part.match(/^\s*(?:(\d{1,2})\s*\*)?(.*)$/);
      return Array(Number(times ?? 1)).fill(name.trim());
    });
    return repeated(form, field, value, 1, (words, series) => {
      const names = expand(words);
      return Array.from({ length: form.players }, (_, k) => agentBox(names[k] ?? "random", `Series ${series + 1}, player ${k + 1}`));
    });
  },
  agents: (form, field, value) => repeated(form, field, value, 2, (words, k) => [agentBox(words ?? "", `Agent ${k + 1}`)]),
  folder(form, field, value) {
    if (form.kind.kind === "report") {
      const box = select(form.offered.runs.length ? form.offered.runs.map((each) => [each, each]) : [["", "no arena run in this folder"]], value);
      form.reads[field.name] = () => box.value || null;
      return box;
    }
    const box = input("text", value ?? `runs/${form.kind.kind}-${stamp()}`, { maxLength: 200, readOnly: form.resume });
    form.reads[field.name] = () => box.value.trim();
    box.addEventListener("input", () => (form.named = true));
    form.suggestFolder = (name) => {
      const plain = name.split(/[:/]/).at(-1).replace(/\.\w+$/, "").replaceAll(/[^\w-]+/g, "-");
      if (!form.named) box.value = `runs/${plain}-${form.kind.kind}-${stamp()}`;
    };
    return box;
  },
};

const stamp = () => Date.now().toString(36).slice(-5);
