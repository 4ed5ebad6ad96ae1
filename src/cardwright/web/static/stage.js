// The stage of the page Watch: one recorded game or two side by side.
import { Story, Viewer, listen } from "/viewer/viewer.js";
import { api, button, commandLine, complain, element, field, quoted, select } from "./ui.js";
import { linesOf } from "./stream.js";
import { aboutGame, agentFields, agentsAround, playNow } from "./recorded.js";

const ROUNDS = [1, 2, 4, 8, 14, 20]; // of searches after which values are shown
const PATIENCE = 300; // ms that a decision is looked at before a search begins
const LEGEND = "the mean result of each choice, from -1 to 1 (how well a game is won or lost can count), with its 95 % interval. The search sees what the player saw.";

// A recorded game in a viewer, told as one seat saw it or in full.
class Show {
  constructor(file, { onMove = () => {}, onPiece = () => {}, onThought = () => {} } = {}) {
    this.file = file;
    this.onThought = onThought;
    this.onPiece = onPiece;
    this.viewer = new Viewer({ onMove });
    this.loading = null;
    this.asking = 0;
  }

  async load(seat, number) {
    this.loading?.abort();
    this.loading = new AbortController();
    const { signal } = this.loading;
    const { viewer } = this;
    const query = new URLSearchParams({ file: this.file, ...(seat === "" ? {} : { seat }) });
    const story = new Story();
    let wanted = number;
    let shown = null;
    viewer.board = null;
    viewer.decision.textContent = "Replaying the game …";
    for await (const piece of linesOf(`/api/watch/story?${query}`, { signal })) {
      story.add(piece);
      if (!(story.decisions.length || story.end)) continue;
      if (!viewer.ready) viewer.open(story, wanted);
      else viewer.grow();
      if (shown !== null && viewer.now !== shown) wanted = 0; // the reader has moved meanwhile
      if (viewer.now < wanted) viewer.move(wanted);
      shown = viewer.now;
      this.onPiece();
    }
    return story;
  }

  // Ask a search about the decision that is shown, again and again while it is.
  async think() {
    const { viewer } = this;
    const asking = ++this.asking;
    const number = viewer.now;
    const isCurrent = () => viewer.valued && asking === this.asking && viewer.now === number;
    await new Promise((done) => setTimeout(done, PATIENCE));
    if (!isCurrent() || new Set(viewer.story.frame(number).options).size < 2) return;
    this.onThought(0);
    for (const rounds of ROUNDS) {
      const query = new URLSearchParams({ file: this.file, decision: number, rounds });
      const found = await api(`/api/watch/values?${query}`);
      viewer.setValues(number, found.choices);
      this.onThought(found.playouts);
      if (!isCurrent()) return;
    }
  }
}

export class Stage {
  constructor(root, file, asked) {
    this.root = root;
    this.seat = asked.get("seat") ?? "";
    this.other = asked.get("with");
    this.main = new Show(file, { onMove: () => this.moved(), onPiece: () => this.describe(), onThought: (playouts) => this.legend(playouts) });
    this.second = null;
    this.status = element("p", "small dim status");
    this.status.setAttribute("role", "status");
    this.thoughts = element("p", "small dim thoughts");
  }

  async open() {
    this.heading = element("h1", "", "Watch");
    this.about = element("p", "dim about", this.main.file);
    this.tools = element("div", "row tools");
    this.compare = element("details", "panel compare", element("summary", "", "Side by side with another game"));
    this.shows = element("div", "shows");
    const back = element("a", "button", "All games");
    back.href = "/watch";
    const head = element("div", "head", element("div", "", this.heading, this.about), back);
    const { viewer } = this.main;
    this.root.replaceChildren(head, this.tools, element("div", "bar-of-controls", viewer.controls), this.status, this.thoughts, this.shows, this.compare, element("div", "row downloads", ...this.downloads()), commandLine(`cardwright replay ${quoted(this.main.file)}`));
    this.shows.append(this.column(this.main), viewer.summary);
    listen(() => this.main.viewer);
    const number = (parseInt(location.hash.slice(1), 10) || 1) - 1;
    try {
      await this.main.load(this.seat, number);
    } catch (error) {
      viewer.decision.textContent = `This game cannot be watched: ${error.message}.`;
      return;
    }
    if (this.other) await this.beside(this.other);
  }

  downloads() {
    const query = `file=${encodeURIComponent(this.main.file)}`;
    return [["page", "Download as a page"], ["file", "Download the replay"]].map(([what, text]) => {
      const link = element("a", "button", text);
      link.href = `/api/watch/${what}?${query}`;
      link.setAttribute("download", "");
      return link;
    });
  }

  column(show) {
    return element("section", "show", element("p", "whose small", ""), show.viewer.body);
  }

  // Fill in what the story says about itself, once.
  describe() {
    if (this.described) return;
    this.described = true;
    const { story } = this.main.viewer;
    document.title = `${story.title} · Watch · Cardwright`;
    this.heading.textContent = story.title;
    this.about.textContent = [story.name, story.seed === undefined ? "" : `seed ${story.seed}`, this.main.file].filter(Boolean).join(" · ");
    const seats = select([["", "Everything"], ...story.players.map((player, seat) => [String(seat), `What ${player.name} saw`])], this.seat);
    seats.addEventListener("change", () => this.sit(seats.value).catch(complain));
    this.search = element("input", "");
    this.search.type = "checkbox";
    this.search.addEventListener("change", () => this.toggleValues());
    const values = element("label", "check", this.search, "What a search thinks");
    values.title = LEGEND;
    this.tools.replaceChildren(field("Show", seats), values, element("span", "small dim keys", "Keys: ← → decision, Shift for turns, space plays, Enter summary"));
    this.makeCompare(story).catch(complain);
  }

  async sit(seat) {
    this.seat = seat;
    const showing = [this.main, this.second].filter(Boolean);
    await Promise.all(showing.map((show) => show.load(seat, show.viewer.now)));
    this.moved();
  }

  get showing() {
    return [this.main, this.second].filter((show) => show?.viewer.ready);
  }

  toggleValues() {
    for (const show of this.showing) show.viewer.showValues(this.search.checked);
    this.legend(0);
    this.moved();
  }

  // Say what the bars mean, and how far the search is.
  legend(playouts) {
    const far = playouts ? `After ${playouts.toLocaleString("en")} playouts: ` : "A search begins; the first of a game is compiled, once on this machine. It finds ";
    this.thoughts.textContent = this.search.checked ? `${far}${LEGEND}` : "";
  }

  // Keep the address of what is shown, and let the search follow.
  moved() {
    clearTimeout(this.noting); // browsers allow few changes of the address per second
    this.noting = setTimeout(() => this.noteAddress(), 250);
    for (const show of this.showing) {
      if (this.second) show.viewer.body.parentElement.firstChild.textContent = `${show.viewer.where()} · ${agentsOf(show)} · ${show.file}`;
      if (show.viewer.valued) show.think().catch(complain);
    }
  }

  noteAddress() {
    const query = new URLSearchParams({ file: this.main.file, ...(this.seat === "" ? {} : { seat: this.seat }), ...(this.second ? { with: this.second.file } : {}) });
    history.replaceState(null, "", `/watch?${query}#${this.main.viewer.now + 1}`);
  }

  // --- two games ---

  async makeCompare(story) {
    const games = (await api("/api/watch/games")).filter((each) => each.name !== this.main.file);
    const files = select([["", "choose a game …"], ...games.map((each) => [each.name, aboutGame(each)])], this.other ?? "");
    files.addEventListener("change", () => files.value && this.beside(files.value).catch(complain));
    const known = story.players.map((player) => (player.agent === "a person" ? null : player.agent));
    const agents = agentFields(story.players.map((player) => player.name), agentsAround(known), known.map((each) => each ?? "random"));
    const status = element("p", "small dim status");
    const stop = button("Stop", () => {});
    stop.hidden = true;
    const play = button("Play again", async () => {
      const file = await playNow({ like: this.main.file, seats: agents.value() }, status, play, stop);
      if (file) await this.beside(file);
    });
    this.compare.append(
      element("div", "stack", field("A recorded game", files), element("p", "dim", "Or let other agents play from the same start and seed:"), agents.shown, element("div", "row", play, stop, status)),
    );
  }

  async beside(file) {
    this.second?.loading?.abort();
    this.shows.querySelector(".second")?.remove();
    this.second = new Show(file);
    const { viewer } = this.second;
    viewer.valued = this.main.viewer.valued;
    const column = this.column(this.second);
    column.classList.add("second");
    this.shows.append(column);
    this.shows.classList.add("two");
    this.main.viewer.companion = viewer;
    await Promise.all([this.second.load(this.seat, this.main.viewer.now), this.findDifference(file)]);
    viewer.move(this.main.viewer.now); // the reader may have moved meanwhile
    this.main.viewer.grow();
    this.moved();
  }

  async findDifference(file) {
    const query = new URLSearchParams({ one: this.main.file, two: file });
    const found = await api(`/api/watch/difference?${query}`);
    const leave = button("Close the second game", () => this.alone());
    if (found.at === null) {
      this.status.replaceChildren(`${found.why[0].toUpperCase()}${found.why.slice(1)}. `, leave);
      return;
    }
    const jump = button("Go there", () => this.main.viewer.go(found.at), "jump");
    this.status.replaceChildren(`The games part at decision ${found.at + 1}. `, jump, leave);
  }

  alone() {
    this.second?.loading?.abort();
    this.second = null;
    this.main.viewer.companion = null;
    this.shows.querySelector(".second")?.remove();
    this.shows.classList.remove("two");
    this.status.replaceChildren();
    this.shows.querySelector(".whose").textContent = "";
    this.main.viewer.grow();
    this.moved();
  }
}

const agentsOf = (show) => show.viewer.story.players.map((player) => player.agent || player.name).join(", ");
