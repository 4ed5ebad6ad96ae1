// The end of a game: the result, what cost most, another game, and the replay to keep or share.
import { fixed } from "/viewer/numbers.js";
import { button, element } from "./ui.js";

export class Ending {
  // `look` is called with a decision whose position is to be shown.
  constructor(send, look) {
    this.look = look;
    this.element = element("div", "ending stack");
    this.result = element("p", "result");
    this.why = element("div", "why stack");
    this.why.setAttribute("aria-live", "polite");
    this.player = null;
    const ask = button("What cost most?", () => {
      this.why.replaceChildren(element("p", "dim small", "Searching your decisions …"));
      send({ type: "why", player: this.player });
    });
    this.next = button("Play again", () => send({ type: "rematch" }), "main");
    const share = [button("Replay page", () => send({ type: "replay", form: "page" })), button("Replay file", () => send({ type: "replay", form: "file" }))];
    this.element.append(this.result, element("div", "row", this.next, ask, ...share), this.why);
    this.element.hidden = true;
    this.asked = false; // for another game
    this.invited = false; // to one that somebody else asked for
    this.next.addEventListener("click", () => (this.asked = true));
  }

  show(position) {
    this.player = position.player;
    this.element.hidden = !position.over;
    this.result.textContent = position.result;
    if (!position.over) this.why.replaceChildren();
    if (!position.next) return;
    if (this.asked) this.go(position.next);
    else if (!this.invited) {
      this.invited = true;
      this.element.append(element("p", "", `${position.asked_by} wants to play again.`), button("Join the next game", () => this.go(position.next), "main"));
      this.next.hidden = true;
    }
  }

  go(address) {
    location.assign(address);
  }

  showWhy({ compiling, searched, of, mistakes }) {
    if (compiling) return this.why.replaceChildren(element("p", "dim small", "The search is being compiled. This happens once on this machine and takes up to a minute …"));
    const progress = element("progress", "");
    progress.max = Math.max(1, of);
    progress.value = searched;
    progress.setAttribute("aria-label", "Decisions searched");
    const rows = mistakes.map((each) =>
      element("li", "", button(`Turn ${each.turn}: ${each.chosen}`, () => this.look(each), "plain"), ` was worth ${fixed(each.worth)}; `, element("b", "", each.better), ` ${fixed(each.possible)}, a loss of ${fixed(each.possible - each.worth)} ±${fixed(each.margin)}`),
    );
    const none = searched === of && !rows.length ? element("p", "", "No clear mistake: nothing else was better by more than chance explains.") : null;
    const legend = element("p", "dim small", "Values are the mean results of playouts, from -1 to 1; how well a game is won or lost can count.");
    this.why.replaceChildren(...[searched < of ? progress : null, rows.length ? element("ol", "mistakes", ...rows) : none, legend].filter(Boolean));
  }

  download({ file, text }) {
    const link = element("a", "");
    link.href = URL.createObjectURL(new Blob([text], { type: file.endsWith(".html") ? "text/html" : "application/json" }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}
