// Small helpers. Every text becomes a text node, so no text of a definition is ever markup.

/** The element with an id. */
export const at = (id) => document.getElementById(id);

/** Makes an element: `make("p.note", { title: "…" }, "text", child)`. */
export const make = (name, attributes = {}, ...children) => {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
};

/** Replaces what an element contains. */
export const fill = (element, ...children) =>
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));

/** What a part of the definition is for. */
export const note = (about) => (about ? make("span.about", {}, about) : null);

/** A text in which parts between backquotes are code. */
export const prose = (text) =>
  text.split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));

/** Integers that a double cannot hold keep their digits, in both directions. */
const exact = (key, value, context) =>
  (typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context.source) : value);
export const toJSON = (value) => JSON.stringify(value, (key, part) =>
  (typeof part === "bigint" ? JSON.rawJSON?.(String(part)) ?? Number(part) : part));

/** Calls the server; a refusal is thrown with its message and the pointer of the wrong data. */
export const call = async (path, body = {}) => {
  const text = typeof body === "string" ? body : toJSON(body);
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: text })
    .catch(() => { throw new Error("the preview does not answer"); });
  const json = await answer.text().then((text) => JSON.parse(text, exact))
    .catch(() => ({ message: `the preview answered ${answer.status}` }));
  if (answer.ok) return json;
  throw Object.assign(new Error(json.message), { at: json.at });
};

/** A JSON value as a short text. */
export const show = (value) => {
  if (value === null) return "—";
  if (typeof value === "string") return `“${value}”`;
  if (Array.isArray(value)) return value.length ? `[${value.map(show).join(", ")}]` : "[ ]";
  if (typeof value === "object") {
    const parts = Object.entries(value).map(([key, inner]) => `${key}: ${show(inner)}`);
    return parts.length ? `{ ${parts.join(", ")} }` : "{ }";
  }
  return String(value);
};

/** An event or command in the wire form, as `name(field: value)`. */
export const showCall = (json) => {
  if (typeof json === "string") return json;
  const [name, data] = Object.entries(json)[0];
  return `${name}(${Object.entries(data).map(([key, value]) => `${key}: ${show(value)}`).join(", ")})`;
};
