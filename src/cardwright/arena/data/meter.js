"use strict";
// What a search thinks of a choice: a bar for its value, which is as long for equal values wherever it is drawn.
import { element } from "./cards.js";
import { fixed } from "./numbers.js";

// The value of the best choices.
export const bestOf = (choices) => Math.max(...choices.map((each) => each.value));

// Return a bar for a value from -1 to 1 with its 95 % interval, and the same in numbers.
export function meter(found, best) {
  if (!found) return [element("span", "meter"), element("span", "value", "not tried")];
  const share = (value) => 50 * (1 + Math.max(-1, Math.min(1, value)));
  const bar = element("span", "meter", element("i", "filled"), element("i", "interval"));
  const margin = found.margin ?? 0;
  bar.style.setProperty("--value", `${share(found.value)}%`);
  bar.style.setProperty("--low", `${share(found.value - margin)}%`);
  bar.style.setProperty("--high", `${share(found.value + margin)}%`);
  const text = fixed(found.value) + (found.margin === null ? "" : ` ± ${fixed(found.margin, found.margin < 0.005 ? 3 : 2)}`);
  return [bar, element("span", found.value === best ? "value best" : "value", text)];
}
