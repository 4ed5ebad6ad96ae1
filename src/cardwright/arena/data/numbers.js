"use strict";
// Numbers in words.

// A number with so many digits, as Python writes it: exactly between two numbers, it becomes the one with the even last
// digit. What rounds to 0 has no sign.
export function fixed(value, digits = 2) {
  const longer = value.toFixed(digits + 1);
  const shorter = digits ? longer.slice(0, -1) : longer.slice(0, -2);
  const isBetween = longer.endsWith("5") && Number.isInteger(value * 2 ** (digits + 1)); // so `longer` is exact
  const rounded = isBetween && /[02468]$/.test(shorter) ? shorter : value.toFixed(digits);
  return (Number(rounded) + 0).toFixed(digits);
}
