// The theme that the reader chose, set before anything is drawn, and the button that changes it.
"use strict";
(() => {
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null; // a browser that keeps nothing
    }
  };
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches);
  if (["light", "dark"].includes(stored())) root.dataset.theme = stored();
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const label = () => button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
    label();
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      label();
      try {
        localStorage.setItem("theme", root.dataset.theme);
      } catch {
        // it holds until the page is left
      }
    });
  });
})();
