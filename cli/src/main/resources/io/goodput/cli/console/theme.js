import { byId, say } from "./dom.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";

/** Lets the reader switch between light and dark; until then, the system decides. */
export function startTheme(changed) {
  const button = byId("theme");
  const apply = () => {
    say(button, isDark() ? "Light" : "Dark");
    button.setAttribute("aria-label", isDark() ? "Switch to light" : "Switch to dark");
    changed();
  };
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    apply();
  });
  system.addEventListener("change", apply);
  apply();
}
