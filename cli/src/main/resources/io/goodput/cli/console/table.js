import { create, focus, say } from "./dom.js";

/**
 * A table whose rows stay where they are while their figures change, so that focus and selection
 * stay too. The focus also stays in a row that moves. A column has a title and a text of a row, or else creates and updates a content.
 */
export class Table {
  #columns;
  #keyOf;
  #rows = new Map();
  #body = create("tbody");
  #frame;

  constructor(parent, caption, columns, keyOf) {
    this.#columns = columns;
    this.#keyOf = keyOf;
    this.#frame = create("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": caption },
      create("table", {},
        create("caption", { class: "unseen" }, caption),
        create("thead", {}, create("tr", {}, ...columns.map(column =>
          create("th", { scope: "col", class: column.style ?? "", title: column.hint }, column.title)))),
        this.#body));
    this.#frame.hidden = true;
    parent.append(this.#frame);
  }

  show(items) {
    const focused = this.#body.contains(document.activeElement) ? document.activeElement : null;
    this.#frame.hidden = items.length === 0;
    const gone = new Set(this.#rows.keys());
    let place = this.#body.firstElementChild;
    for (const item of items) {
      const key = this.#keyOf(item);
      gone.delete(key);
      const row = this.#rows.get(key) ?? this.#add(key);
      row.update(item);
      if (row.element === place) {
        place = place.nextElementSibling;
      } else {
        this.#body.insertBefore(row.element, place);
      }
    }
    for (const key of gone) {
      this.#rows.get(key).element.remove();
      this.#rows.delete(key);
    }
    if (focused && document.activeElement !== focused) {
      focus(focused.isConnected ? focused : this.#frame);
    }
  }

  #add(key) {
    const element = create("tr");
    const updates = this.#columns.map((column, index) => {
      const cell = create(index === 0 ? "th" : "td",
        { class: column.style ?? "", scope: index === 0 ? "row" : null });
      element.append(cell);
      if (column.text) {
        return item => say(cell, column.text(item));
      }
      const content = column.create();
      cell.append(content.element);
      return content.update;
    });
    const row = { element, update: item => updates.forEach(update => update(item)) };
    this.#rows.set(key, row);
    return row;
  }
}

/** A share as a bar with its text. */
export function bar(shareOf, textOf) {
  const fill = create("span", { class: "fill" });
  const text = create("span", { class: "bar-text" });
  return {
    element: create("span", { class: "bar" }, text, create("span", { class: "track", "aria-hidden": "true" }, fill)),
    update: item => {
      fill.style.width = `${Math.min(100, 100 * shareOf(item))}%`;
      say(text, textOf(item));
    },
  };
}
