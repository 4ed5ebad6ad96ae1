// Watch recorded games: choose one, step through it, see what each player saw and what a search thinks.
import { api, byId, complain, element } from "./ui.js";
import { gamesList, newGameForm, uploadForm } from "./recorded.js";
import { Stage } from "./stage.js";

async function start() {
  const games = element("div", "", element("p", "dim", "looking …"));
  byId("main").replaceChildren(
    element("h1", "", "Watch"),
    element(
      "div",
      "choose",
      element("section", "panel", element("h2", "", "Recorded games"), games),
      element(
        "div",
        "stack",
        element("section", "panel", element("h2", "", "Let agents play now"), newGameForm()),
        element("section", "panel", element("h2", "", "From a file"), uploadForm()),
      ),
    ),
  );
  const found = await api("/api/watch/games");
  const nothing = element("p", "dim", "Nothing is recorded in this folder yet. Let agents play, or finish a game of your own.");
  games.replaceChildren(found.length ? gamesList(found) : nothing);
}

const asked = new URLSearchParams(location.search);
const file = asked.get("file");
(file ? new Stage(byId("main"), file, asked).open() : start()).catch(complain);
