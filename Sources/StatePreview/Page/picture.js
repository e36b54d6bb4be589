// A picture that was drawn once. `marks.js` marks the parts of a moment.

/** Puts an SVG text into an element; `actionOf` gives what the link with a JSON pointer does, or null. */
export const showPicture = (container, text, actionOf) => {
  container.replaceChildren();
  if (!text) return;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  for (const link of svg.querySelectorAll("a")) {
    const action = actionOf((link.getAttribute("href") ?? "").slice(1));
    if (action) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        action();
      });
    } else {
      // A link that leads nowhere is only a text. Its reference stays, to mark it.
      link.setAttribute("data-part", link.getAttribute("href") ?? "");
      link.removeAttribute("href");
    }
  }
  container.append(svg);
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
