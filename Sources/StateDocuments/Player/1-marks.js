// The marks of a moment on a picture: classes on its parts, and badges. The preview and the pages of
// documents share this file.

const space = "http://www.w3.org/2000/svg";
const classes = { active: "m-active", within: "m-within", exit: "m-exit", enter: "m-enter", taken: "m-taken", changed: "m-changed" };

const svgElement = (name, attributes, ...children) => {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** The badge of a state, at the corner of its box. */
const badge = (svg, group, kind, text) => {
  const box = group.querySelector(":scope > .box, :scope > a > .box");
  const shape = box ?? group.querySelector("text");
  if (!shape || !text) return;
  const { x, y, width } = shape.getBBox();
  const label = svgElement("text", { "text-anchor": "middle" }, svgElement("tspan", { class: "bt" }, text));
  const plate = svgElement("rect", { class: "badge", rx: 8, height: 16 });
  svg.append(svgElement("g", { class: `state ${kind} live`, "aria-hidden": "true" }, plate, label));
  const length = label.getComputedTextLength() + 12;
  const left = box ? x + width - length + 5 : x + width + 6;
  const top = box ? y - 8 : y - 1;
  for (const [key, value] of [["x", left], ["y", top], ["width", length]]) plate.setAttribute(key, value);
  label.setAttribute("x", left + length / 2);
  label.setAttribute("y", top + 11.6);
};

/** Marks the parts of a picture: `[id, kind, badge, link]` each. Returns the part to show: the one whose
    row ran, else an innermost active state, else a transition. */
export const markPicture = (container, marks) => {
  const svg = container.querySelector("svg");
  if (!svg) return null;
  for (const live of svg.querySelectorAll(".live")) live.remove();
  for (const name of Object.values(classes))
    for (const part of svg.querySelectorAll(`.${name}`)) part.classList.remove(name);
  let first = null, row = null;
  for (const [id, kind, text, link] of marks ?? []) {
    const part = svg.getElementById(id);
    if (!part) continue;
    if (link) {
      const found = [...part.querySelectorAll("a")].filter((a) =>
        a.getAttribute("href") === link || a.dataset.part === link);
      for (const one of found) one.classList.add(classes[kind]);
      row ??= part;
      continue;
    }
    (part.classList.contains("label") ? part.closest(".transition") : part).classList.add(classes[kind]);
    if (part.classList.contains("label")) markLines(svg, part);
    const title = part.querySelector(":scope > title, :scope > a > title")?.textContent;
    if (part.classList.contains("state")) {
      // The title bar of a state with states inside is a separate group.
      for (const header of svg.querySelectorAll("g.header"))
        if (header.querySelector(":scope > title")?.textContent === title) header.classList.add(classes[kind]);
      badge(svg, part, classes[kind], text);
    }
    if (kind === "active" || kind === "enter") first = part;
    else if (kind === "taken") first ??= part;
  }
  return row ?? first;
};

/** Lines that run behind other labels are in a group of their own, with the same title. */
const markLines = (svg, label) => {
  const own = label.closest(".transition");
  const title = own.querySelector(":scope > title")?.textContent ?? "";
  for (const other of svg.querySelectorAll("g.transition"))
    if (other !== own && !other.querySelector(".label")
      && title.endsWith(`: ${other.querySelector(":scope > title")?.textContent}`)) other.classList.add(classes.taken);
};
