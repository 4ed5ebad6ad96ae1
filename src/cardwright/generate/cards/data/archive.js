"use strict";
const form = document.querySelector("form");
const main = document.querySelector("main");
const cards = [...main.children];
function update() {
  const words = form.words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = form.kind.value, cost = form.cost.value, rules = form.rules.checked;
  const [key, order] = form.sort.value.split(" ");
  let shown = 0;
  for (const card of cards) {
    const text = card.textContent.toLowerCase();
    const fits = words.every((word) => text.includes(word)) && (!kind || card.dataset.kind === kind)
      && (!cost || card.dataset.cost === cost) && (!rules || card.dataset.rules !== "0");
    card.hidden = !fits;
    shown += fits;
  }
  const value = (card) => key === "name" ? card.dataset.name : Number(card.dataset[key]);
  const sign = order === "down" ? -1 : 1;
  cards.sort((a, b) => sign * (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0));
  main.append(...cards);
  form.querySelector("output").textContent = shown + " of " + cards.length + " cards";
}
form.addEventListener("input", update);
form.addEventListener("submit", (event) => event.preventDefault());
update();
