// Builds and changes elements. Data only ever becomes text.

/** Creates an element with attributes, listeners (names with "on"), and children. */
export function create(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, "");
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

export const byId = id => document.getElementById(id);

/** Focuses an element, or its section if the element cannot have the focus. */
export function focus(element, section = element.closest("section")) {
  element.focus({ preventScroll: true });
  if (document.activeElement !== element && section) {
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }
}

/** Hides the section around an element, or shows it. */
export const hide = (id, isHidden) => byId(id).closest("section").hidden = isHidden;

/** Changes the text of an element, unless it is the same already. */
export function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}
