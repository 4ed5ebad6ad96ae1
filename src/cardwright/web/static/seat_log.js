// What happened, in words: one group for each decision of a seat.
import { element } from "./ui.js";

export class Log {
  constructor() {
    this.list = element("ol", "log");
    this.list.tabIndex = 0;
    this.list.setAttribute("aria-label", "Log");
    this.element = element("details", "panel", element("summary", "", element("b", "", "Log")), this.list);
    this.element.open = true;
    this.said = element("p", "unseen"); // for screen readers
    this.said.setAttribute("role", "status");
    this.element.append(this.said);
    this.groups = new Map(); // by player, then by how many decisions the player had made
  }

  begin(player, log) {
    this.groups.set(player, log.map(([done, news]) => ({ done, news })));
  }

  add(message) {
    const groups = this.groups.get(message.player);
    groups.length = Math.min(groups.length, message.decided); // an undo takes back what came after
    groups[message.decided] = { done: message.done, news: message.news };
    this.said.textContent = message.news.join(". ");
    this.draw(message.player);
  }

  hide() {
    this.said.textContent = "";
    this.list.replaceChildren();
  }

  draw(player) {
    const groups = this.groups.get(player).filter((each) => each && (each.done || each.news.length));
    this.list.replaceChildren(
      ...groups.map((each) => element("li", "", each.done ? element("b", "", `You: ${each.done}`) : null, element("ul", "", ...each.news.map((line) => element("li", "", line))))),
    );
    this.list.scrollTop = this.list.scrollHeight;
  }
}
