// A picture that was drawn once. The marks of a moment are classes on its parts.

const space = "http://www.w3.org/2000/svg";
const classes = { active: "m-active", within: "m-within", exit: "m-exit", enter: "m-enter", taken: "m-taken", changed: "m-changed" };

const svgElement = (name, attributes, ...children) => {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** Puts an SVG text into an element; `activate` is called with the JSON pointer of a clicked link. */
export const showPicture = (container, text, leadsSomewhere, activate) => {
  container.replaceChildren();
  if (!text) return;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  for (const link of svg.querySelectorAll("a")) {
    const pointer = (link.getAttribute("href") ?? "").slice(1);
    if (leadsSomewhere(pointer)) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        activate(pointer);
      });
    } else {
      // A link that leads nowhere is only a text. Its reference stays, to mark it.
      link.setAttribute("data-part", link.getAttribute("href") ?? "");
      link.removeAttribute("href");
    }
  }
  container.append(svg);
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
  const left = x + width - length + 5;
  for (const [key, value] of [["x", left], ["y", y - 8], ["width", length]]) plate.setAttribute(key, value);
  label.setAttribute("x", left + length / 2);
  label.setAttribute("y", y + 3.6);
};

/** Marks the parts of a picture: `[id, kind, badge, link]` each. Returns the first active part. */
export const markPicture = (container, marks) => {
  const svg = container.querySelector("svg");
  if (!svg) return null;
  for (const live of svg.querySelectorAll(".live")) live.remove();
  for (const name of Object.values(classes))
    for (const part of svg.querySelectorAll(`.${name}`)) part.classList.remove(name);
  let first = null;
  for (const [id, kind, text, link] of marks ?? []) {
    const part = svg.getElementById(id);
    if (!part) continue;
    if (link) {
      const found = [...part.querySelectorAll("a")].filter((a) =>
        a.getAttribute("href") === link || a.dataset.part === link);
      for (const one of found) one.classList.add(classes[kind]);
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
  return first;
};

/** Lines that run behind other labels are in a group of their own, with the same title. */
const markLines = (svg, label) => {
  const own = label.closest(".transition");
  const title = own.querySelector(":scope > title")?.textContent ?? "";
  for (const other of svg.querySelectorAll("g.transition"))
    if (other !== own && !other.querySelector(".label")
      && title.endsWith(`: ${other.querySelector(":scope > title")?.textContent}`)) other.classList.add(classes.taken);
};

/** Scrolls the picture, not the page, to a part. */
export const scrollTo = (container, part) => {
  if (!part) return;
  const [inner, outer] = [part.getBoundingClientRect(), container.getBoundingClientRect()];
  const isInside = inner.top >= outer.top && inner.bottom <= outer.bottom
    && inner.left >= outer.left && inner.right <= outer.right;
  if (isInside) return;
  container.scrollBy({
    left: inner.left - outer.left - (outer.width - inner.width) / 2,
    top: inner.top - outer.top - (outer.height - inner.height) / 2,
    behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
  });
};
