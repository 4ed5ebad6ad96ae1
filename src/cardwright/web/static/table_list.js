// Tables as a list: go on, look, rename, delete, and links for guests.
import { api, ask, button, copyText, element, field, input, isolated, when } from "./ui.js";

// Returns a row; `changed` is called after the table was renamed or deleted.
export function tableRow(table, changed) {
  const open = element("a", table.result ? "button" : "button main", table.result ? "Look" : "Go on");
  open.href = table.link || "#";
  open.setAttribute("aria-label", `${open.textContent}: ${table.title}`);
  const guests = Object.entries(table.guests).map(([player, link]) => button(`Copy the link of seat ${Number(player) + 1}`, () => copyText(location.origin + link), "plain"));
  const named = (text, act) => {
    const made = button(text, act, "plain");
    made.setAttribute("aria-label", `${text}: ${table.title}`);
    return made;
  };
  const seats = table.seats.map(isolated).join(", ");
  const about = element("div", "about", element("b", "", table.title), element("span", "dim small", `${seats} · ${when(table.changed)}`), table.result ? element("span", "small", table.result) : null);
  return element("li", "panel", about, ...(table.link ? [open] : []), ...guests, named("Rename", () => rename(table, changed)), named("Delete", () => remove(table, changed)));
}

function rename(table, changed) {
  const title = input("text", table.title, { required: true, maxLength: 200, autocomplete: "off" });
  ask("Rename the table", [field("Title", title)], "Rename")(async () => {
    await api(`/api/tables/${table.name}`, { method: "PATCH", body: { title: title.value } });
    await changed();
  });
}

function remove(table, changed) {
  const why = table.result ? "Its replay is deleted with it." : "The game is not over. It cannot be brought back.";
  ask(`Delete ${isolated(table.title)}?`, [element("p", "dim", why)], "Delete")(async () => {
    await api(`/api/tables/${table.name}`, { method: "DELETE" });
    await changed();
  });
}
