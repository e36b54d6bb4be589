
// The player of a page: walks each case of the spec over the pictures, from frames in the page.

const { frames, cases } = JSON.parse(document.getElementById("frames").textContent);

const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

/** The frames from the start to one of them. */
const pathTo = (last) => {
  const path = [];
  for (let frame = last; frame !== null; frame = frames[frame].parent) path.unshift(frame);
  return path;
};

const players = [...document.querySelectorAll(".picture")].map((picture, index) => {
  const select = make("select", { "aria-label": "Case", onchange: () => choose(Number(select.value), index) },
    make("option", { value: "-1" }, "Play a case…"),
    ...cases.map((one, number) => make("option", { value: String(number) }, " ".repeat(one.depth * 3) + one.name)));
  const back = make("button", { type: "button", "aria-label": "Step before", onclick: () => go(place - 1, index) }, "‹");
  const next = make("button", { type: "button", "aria-label": "Next step", onclick: () => go(place + 1, index) }, "›");
  const count = make("span", { class: "word" });
  const text = make("p", index === 0 ? { role: "status" } : {});
  const bar = make("div", { class: "player", role: "group", "aria-label": "Play a case" }, select, back, next, count, text);
  picture.before(bar);
  return { picture, select, back, next, count, text };
});

let chosen = -1, path = [], place = 0;

const choose = (number, used) => {
  chosen = number;
  path = number < 0 ? [] : pathTo(cases[number].last);
  go(0, used);
};

/** Shows a frame in all pictures; the one whose control was used scrolls to what is marked. */
const go = (wanted, used) => {
  place = Math.max(0, Math.min(wanted, path.length - 1));
  const frame = frames[path[place]];
  players.forEach(({ picture, select, back, next, count, text }, index) => {
    select.value = String(chosen);
    back.disabled = place === 0;
    next.disabled = place >= path.length - 1;
    count.textContent = frame ? `${place} of ${path.length - 1}` : "";
    text.replaceChildren(...(frame ? words(frame) : []));
    const first = markPicture(picture, frame?.marks[index]);
    if (first && index === used) show(picture, first);
  });
};

const words = (frame) => [
  make("strong", {}, frame.what), ` ${frame.result}`,
  ...frame.changes.flatMap(([name, value]) => [" · ", make("code", {}, `${name} = ${value}`)]),
  ...frame.commands.flatMap((command) => [" · ", make("code", { class: "missed" }, `!${command}`)]),
];

const show = (picture, part) => {
  const [inner, outer] = [part.getBoundingClientRect(), picture.getBoundingClientRect()];
  if (inner.top < 120 || inner.bottom > innerHeight) scrollBy(0, inner.top - innerHeight / 3);
  if (inner.left < outer.left || inner.right > outer.right) picture.scrollLeft += inner.left - outer.left - outer.width / 3;
};

go(0);
