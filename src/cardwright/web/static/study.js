// Studies: start one from a form, watch it, stop and resume it, and compare what runs found.
import { api, byId, button, complain, element, when } from "./ui.js";
import { showForm } from "./study_form.js";
import { KIND_NAMES, allKinds, bars, connect, forgetListeners, link, onJobs, pill, runAddress, stopButtons, tableFor, timeLeft, update } from "./study_parts.js";
import { showComparison, showRun } from "./study_run.js";

const SECONDS_SHOWN = 600; // that a job which failed stays among those at work

async function showStart(main) {
  const all = await allKinds();
  const cards = all.map((kind) => {
    const made = link("", `#${new URLSearchParams({ new: kind.kind })}`);
    made.className = "kind";
    made.append(element("strong", "", kind.title), element("span", "small", kind.about.replaceAll("`", "")), element("code", "small", kind.command));
    return made;
  });
  const working = element("div", "stack");
  const runs = element("div", "");
  main.replaceChildren(
    element("h1", "", "Study"),
    element("p", "lead", "Each study is a command that runs by itself and writes into your folder. Stop it here and resume it in a terminal, or the other way round."),
    element("section", "", element("h2", "", "At work"), working),
    element("section", "", element("h2", "", "Begin a study"), element("nav", "kinds", ...cards)),
    element("section", "", element("h2", "", "Runs in this folder"), runs),
  );
  working.closest("section").hidden = true;
  let ended = -1;
  onJobs((found) => {
    const active = found.filter((job) => !job.ended);
    const shown = found.filter((job) => !job.ended || (job.state === "failed" && Date.now() / 1000 - job.ended < SECONDS_SHOWN));
    working.closest("section").hidden = !shown.length;
    update(working, shown.map((job) => [`${job.id} ${job.state}`, () => element("div", `panel job ${job.state}`)]));
    shown.forEach((job, index) => showJob(working.children[index], job));
    if (ended !== found.length - active.length) {
      ended = found.length - active.length;
      listRuns(runs).catch(complain);
    }
  });
}

function showJob(panel, job) {
  const words = job.error || job.says || timeLeft(job);
  const head = () =>
    element("div", "row", link(job.folder, runAddress(job.folder)), element("span", "dim", KIND_NAMES[job.kind]), pill(job.state), element("span", "grow"), ...stopButtons(job));
  update(panel, [
    [`${job.id} ${job.state}`, head],
    [JSON.stringify(job.bars), () => bars(job)],
    [`${job.error} ${words}`, () => element("p", job.error ? "small error" : "small dim", words)],
  ]);
}

async function listRuns(place) {
  const found = await api("/api/runs");
  if (!found.length) {
    place.replaceChildren(element("p", "dim", "There are none yet. Runs of the command line appear here too, if they are in this folder."));
    return;
  }
  const chosen = new Set();
  const compare = button("Compare", () => {
    location.hash = String(new URLSearchParams([...chosen].map((name) => ["compare", name])));
  });
  const kindOf = new Map(found.map((run) => [run.name, run.kind]));
  const boxes = [];
  const update = () => {
    const kind = chosen.size ? kindOf.get([...chosen][0]) : null;
    for (const [box, run] of boxes) {
      box.disabled = kind !== null && run.kind !== kind;
      box.title = box.disabled ? "Runs of different kinds measure different things" : "";
    }
    compare.disabled = chosen.size < 2;
    compare.textContent = chosen.size < 2 ? "Choose runs to compare" : `Compare ${chosen.size} runs`;
  };
  update();
  const rows = found.map((run) => {
    const box = element("input", "");
    box.type = "checkbox";
    box.setAttribute("aria-label", `Compare ${run.name}`);
    boxes.push([box, run]);
    box.addEventListener("change", () => {
      box.checked ? chosen.add(run.name) : chosen.delete(run.name);
      update();
    });
    return [box, link(run.name, runAddress(run.name)), KIND_NAMES[run.kind] ?? run.kind, pill(run.state), when(run.changed)];
  });
  place.replaceChildren(element("div", "panel runs", tableFor("Runs in this folder", ["compare", "run", "kind", "state", "changed"], rows), element("div", "row after", compare)));
}

let latest = 0; // the number of the page that was asked for last

async function route() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const number = ++latest;
  const main = { replaceChildren: (...parts) => number === latest && byId("main").replaceChildren(...parts) }; // a late answer shows nothing
  forgetListeners();
  try {
    if (asked.has("run")) await showRun(main, asked.get("run"));
    else if (asked.getAll("compare").length > 1) await showComparison(main, asked.getAll("compare"));
    else if (asked.has("new")) await showForm(main, asked.get("new"), asked.get("from"));
    else await showStart(main);
  } catch (error) {
    main.replaceChildren(element("h1", "", "Study"), element("p", "error", error.message), link("All studies", "#"));
  }
  scrollTo(0, 0);
}

addEventListener("hashchange", () => {
  route();
  byId("main").focus({ preventScroll: true });
});
connect();
route();
