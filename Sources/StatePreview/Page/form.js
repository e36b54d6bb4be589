// Forms made from the types of a definition. Each control has a function that gives its place in the data,
// a JSON pointer: what the server refuses is shown there. A form gives JSON text: numbers keep their digits.

import { make, note, toJSON } from "./dom.js";

let lastId = 0;

const quoted = (text) => JSON.stringify(text);
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
/** A number as it is typed; other text as a string, which the server refuses in place. */
const numberText = (text) => (number.test(text.trim()) ? text.trim() : quoted(text));

const hints = {
  int: "a whole number", uint: "a whole number, 0 or more", double: "a number", bytes: "Base64",
  timestamp: "2026-01-31T12:00:00Z", duration: "seconds, or 0.3s", json: "JSON",
};

/** A labelled control of one line. */
const line = (label, control, place, form) => {
  control.id = `control-${++lastId}`;
  const error = make("p.error", { id: `${control.id}-error`, hidden: true });
  control.setAttribute("aria-describedby", error.id);
  form.controls.push({ place, control, error });
  return make("div.field", {}, make("label", { for: control.id }, label), control, error);
};

const textControl = (label, type, value, place, form) => {
  const isLong = type.kind === "json";
  const control = make(isLong ? "textarea" : "input", {
    placeholder: hints[type.kind], rows: isLong ? 2 : null, autocomplete: "off", spellcheck: "false",
    inputmode: { int: "numeric", uint: "numeric", double: "decimal" }[type.kind],
  });
  if (value !== undefined) control.value = typeof value === "string" && !isLong ? value : toJSON(value);
  const text = () => {
    const typed = control.value;
    switch (type.kind) {
      case "int": case "uint": case "double": return numberText(typed);
      case "duration": return number.test(typed.trim()) ? typed.trim() : quoted(typed.trim());
      case "json": try { JSON.parse(typed); return typed; } catch { return quoted(typed); }
      default: return quoted(typed);
    }
  };
  return { element: line(label, control, place, form), text };
};

const choice = (label, names, value, place, form, change = () => {}) => {
  const control = make("select", { onchange: () => change(control.value) },
    names.map((name) => make("option", { value: name, selected: name === value }, name)));
  return { element: line(label, control, place, form), text: () => quoted(control.value), control };
};

const group = (label, ...children) =>
  make("fieldset", {}, make("legend", {}, label), ...children);

const fields = (list, value, place, form) => {
  const parts = list.map((field) =>
    ({ name: field.name, ...build(field.name, field.type, value?.[field.name], () => `${place()}/${field.name}`, form) }));
  return {
    elements: parts.map((part, index) => make("div", {}, part.element, note(list[index].about))),
    text: () => `{${parts.map((part) => [part.name, part.text()]).filter(([, text]) => text !== "null")
      .map(([name, text]) => `${quoted(name)}:${text}`).join(",")}}`,
  };
};

const union = (label, shape, value, place, form) => {
  const known = typeof value === "string" ? value : Object.keys(value ?? {})[0];
  const inside = make("div", {});
  let content;
  const select = (name) => {
    const one = shape.cases.find((one) => one.name === name) ?? shape.cases[0];
    content = fields(one.fields, value?.[one.name], () => `${place()}/${one.name}`, form);
    inside.replaceChildren(...content.elements);
    content.name = one.name;
    content.isPlain = one.fields.length === 0;
  };
  const picked = choice("kind", shape.cases.map((one) => one.name), known, place, form, select);
  select(known);
  return {
    element: group(label, picked.element, inside),
    text: () => (content.isPlain ? quoted(content.name) : `{${quoted(content.name)}:${content.text()}}`),
  };
};

const optional = (label, type, value, place, form) => {
  const inside = make("div", {});
  let content = null;
  const check = make("input", { type: "checkbox", id: `control-${++lastId}`, checked: value !== undefined && value !== null });
  const update = () => {
    content = check.checked ? build(label, type.of, value ?? undefined, place, form) : null;
    inside.replaceChildren(...(content ? [content.element] : []));
  };
  check.addEventListener("change", update);
  update();
  return {
    element: make("div.optional", {}, make("label.check", { for: check.id }, check, ` set ${label}`), inside),
    text: () => (content ? content.text() : "null"),
  };
};

/** A list, or the pairs of a map. `one` gets a value, a number for its label, and a function for its index. */
const several = (label, value, one, join) => {
  const items = [];
  const box = make("div", {});
  let count = 0;
  const add = (value, isNew) => {
    const item = one(value, ++count, () => items.indexOf(item));
    const remove = make("button.quiet", { type: "button", "aria-label": `Remove ${label} ${count}`, onclick: () => {
      items.splice(items.indexOf(item), 1);
      row.remove();
      more.focus();
    } }, "Remove");
    const row = make("div.item", {}, item.element, remove);
    items.push(item);
    box.append(row);
    if (isNew) row.querySelector("input, select, textarea")?.focus();
  };
  const more = make("button.quiet", { type: "button", onclick: () => add(undefined, true) }, `Add to ${label}`);
  for (const one of value) add(one, false);
  return { element: group(label, box, more), text: () => join(items) };
};

const list = (label, type, value, place, form) =>
  several(label, value ?? [],
    (value, number, index) => build(`${label} ${number}`, type.of, value, () => `${place()}/${index()}`, form),
    (items) => `[${items.map((item) => item.text()).join(",")}]`);

const map = (label, type, value, place, form) =>
  several(label, Object.entries(value ?? {}), (pair, number) => {
    const key = build(`key ${number}`, { kind: "string" }, pair?.[0] ?? "", place, form);
    const step = () => JSON.parse(key.text()).replaceAll("~", "~0").replaceAll("/", "~1");
    const content = build(`value ${number}`, type.of, pair?.[1], () => `${place()}/${step()}`, form);
    return { element: make("div", {}, key.element, content.element), text: () => `${key.text()}:${content.text()}` };
  }, (items) => `{${items.map((item) => item.text()).join(",")}}`);

/** The control of a type, with what it gives as JSON text. */
const build = (label, type, value, place, form) => {
  switch (type.kind) {
    case "bool": return boolean(label, value, place, form);
    case "void": return { element: make("p.note", {}, `${label}: nothing to fill in`), text: () => "{}" };
    case "null": return { element: make("span"), text: () => "null" };
    case "nullable": return optional(label, type, value, place, form);
    case "list": return list(label, type, value, place, form);
    case "map": return map(label, type, value, place, form);
    case "declared": {
      const shape = form.types[type.name] ?? { kind: "json" };
      if (shape.kind === "enum") return choice(label, shape.names, value, place, form);
      if (shape.kind === "union") return union(label, shape, value, place, form);
      if (shape.kind === "record") {
        const content = fields(shape.fields, value, place, form);
        return { element: group(label, ...content.elements), text: content.text };
      }
      return textControl(label, shape, value, place, form);
    }
    default: return textControl(label, type, value, place, form);
  }
};

const boolean = (label, value, place, form) => {
  const { element, control } = choice(label, ["false", "true"], String(value ?? false), place, form);
  return { element, text: () => control.value };
};

/** A form for fields; `submit` gets JSON text and may throw a refusal. */
export const makeForm = (list, types, values, place, action, submit) => {
  const form = { types, controls: [] };
  const content = fields(list, values, () => place, form);
  const message = make("p.error", { role: "alert", hidden: true });
  const element = make("form", { novalidate: true, onsubmit: async (event) => {
    event.preventDefault();
    for (const { control, error } of form.controls) {
      control.removeAttribute("aria-invalid");
      error.hidden = true;
    }
    message.hidden = true;
    try {
      await submit(content.text());
    } catch (refusal) {
      const wrong = form.controls.filter(({ control }) => control.isConnected)
        .map((one) => ({ ...one, place: one.place() }))
        .filter(({ place }) => refusal.at === place || refusal.at?.startsWith(`${place}/`))
        .sort((one, other) => other.place.length - one.place.length)[0];
      const shown = wrong ? wrong.error : message;
      shown.textContent = refusal.message;
      shown.hidden = false;
      wrong?.control.setAttribute("aria-invalid", "true");
      wrong?.control.focus();
    }
  } }, ...content.elements, message, make("button.primary", { type: "submit" }, action));
  return element;
};
