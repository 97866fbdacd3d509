import { byId, say } from "./dom.js";

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

/** Lets the reader switch between light and dark; until then, the system decides. */
export function startTheme(changed) {
  const button = byId("theme");
  let isChosen = false;
  const apply = dark => {
    root.dataset.theme = dark ? "dark" : "light";
    say(button, dark ? "Light" : "Dark");
    button.setAttribute("aria-label", dark ? "Switch to light" : "Switch to dark");
    changed();
  };
  button.addEventListener("click", () => {
    isChosen = true;
    apply(root.dataset.theme !== "dark");
  });
  system.addEventListener("change", () => {
    if (!isChosen) {
      apply(system.matches);
    }
  });
  apply(system.matches);
}
