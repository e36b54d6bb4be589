// The page of a preview: one definition, and one session with its steps.

import { at, call, fill, make, prose, showCall, toJSON } from "./dom.js";
import { makeForm } from "./form.js";
import { headline, showExplanation, showPalette, showTimers, showValues, updatePalette } from "./panels.js";
import { markPicture } from "./marks.js";
import { scrollTo, showPicture } from "./picture.js";
import { showSaving } from "./saving.js";

const page = { list: [], path: null, details: null, session: 0, inputs: {}, steps: [], current: 0, line: [0], moment: {}, kind: null, playing: null };

const symbols = { changed: "●", unchanged: "○", denied: "⊘", unhandled: "∅" };
const kindTitles = { states: "States", derived: "States", flow: "Data flow" };

/** Shows a message at the top; an empty one hides it. */
const complain = (text, code = "") => {
  const box = at("problem");
  box.hidden = !text;
  fill(box, text ? make("p", {}, prose(text)) : null, code ? make("pre", { tabindex: "0" }, code) : null);
};

// Definitions and cases.

const status = (one) => {
  if (one.deleted) return ["gone", "deleted", "The file was deleted."];
  if (one.errors) return ["broken", "errors", "The file has errors."];
  if (one.failed) return ["broken", `${one.failed} failed`, `${one.failed} of ${one.passed + one.failed} cases failed.`];
  if (!one.passed) return ["none", one.usable ? "no spec" : "unreadable", ""];
  const reached = one.coverage === undefined ? "" : ` They reach ${one.coverage}% of it.`;
  return ["good", `${one.passed} case${one.passed === 1 ? "" : "s"}${(one.coverage ?? 100) < 100 ? `, ${one.coverage}%` : ""}`, `${one.passed} cases of its spec passed.${reached}`];
};

const showList = () => {
  fill(at("list"), page.list.map((one) => {
    const [kind, text, more] = status(one);
    return make("li", {}, make(`button.choice.${kind}`, {
      "aria-current": one.path === page.path ? "true" : null, title: `${one.path}\n${more}`, onclick: () => open(one.path),
    }, make("span.name", {}, one.name), make("span.state-text", {}, text)));
  }), page.list.length ? null : make("li.note", {}, "There are no definitions here."));
  const one = page.list.find((one) => one.path === page.path);
  if (!one) return;
  if (one.deleted) complain(`\`${one.path}\` was deleted. Its last version stays usable.`);
  else if (one.errors) complain(`\`${one.path}\` has errors.${one.usable ? " Its last good version stays usable." : ""}`, one.errors);
  else complain("");
};

const showCases = () => {
  const cases = page.details?.cases ?? [];
  at("cases-title").hidden = cases.length === 0;
  fill(at("cases"), cases.map((one) => make("li", {},
    make(`button.choice.case.depth-${Math.min(Number(one.depth), 5)}${one.failed ? ".broken" : ""}`,
      { onclick: () => { closeMenu(); begin({ case: one.pointer }).catch(showRefusal); } },
      make("span.visually-hidden", {}, "Show "), make("span.name", {}, one.name || one.pointer),
      one.failed ? make("span.state-text", {}, "failed") : null))));
};

const closeMenu = () => {
  document.body.classList.remove("browsing");
  at("menu").setAttribute("aria-expanded", "false");
};

const open = async (path) => {
  page.path = path;
  history.replaceState(null, "", `#${encodeURIComponent(path)}`);
  closeMenu();
  await loadDetails();
  showList();
  if (page.details?.path === path) await begin({});
};

const loadDetails = async () => {
  const { path, details: old } = page;
  const details = await call("details", { path }).catch(() => null);
  if (path !== page.path) return;
  page.details = details;
  // What is typed into a form stays, unless the form has to be another one.
  const isNew = (...keys) => old?.path !== path || keys.some((key) => toJSON(old[key]) !== toJSON(details[key]));
  document.body.classList.toggle("empty", !details);
  at("title").textContent = details?.name ?? page.list.find((one) => one.path === page.path)?.name ?? "States";
  document.title = `${at("title").textContent} – States preview`;
  at("about").textContent = details?.about ?? "";
  showCases();
  if (!details) return;
  if (isNew("events", "types")) showPalette(at("palette"), details, send, showRefusal);
  at("start").hidden = details.inputs.length === 0;
  if (isNew("inputs", "types", "given")) {
    fill(at("inputs"), makeForm(inputFields(details), details.types, details.given, "", "Start with these inputs",
      (text) => begin({ inputs: JSON.parse(text) }, text)));
  }
  if (!details.pictures.includes(page.kind)) page.kind = details.pictures[0] ?? null;
  showKinds();
  loadPicture();
};

/** An input with a default may be left out. */
const inputFields = (details) => details.inputs.map((input) =>
  (input.optional && input.type.kind !== "nullable" ? { ...input, type: { kind: "nullable", of: input.type } } : input));

// The picture.

const showKinds = () => {
  const { pictures } = page.details;
  at("drawing").hidden = pictures.length === 0;
  const isFit = at("picture").classList.contains("fit");
  const size = make("button.quiet.size", { "aria-pressed": String(isFit), onclick: () => { setFit(!isFit); showKinds(); } }, "Fit");
  fill(at("kinds"), size, pictures.length < 2 ? [] : pictures.map((kind) => make("button.quiet", {
    "aria-pressed": String(kind === page.kind), onclick: () => { page.kind = kind; showKinds(); loadPicture(); },
  }, kindTitles[kind])));
};

const setFit = (isFit) => at("picture").classList.toggle("fit", isFit);

const loadPicture = async () => {
  const { path, kind } = page;
  if (!kind) return showPicture(at("picture"), "");
  at("picture").setAttribute("aria-busy", "true");
  const { svg, note } = await call("picture", { path, kind }).catch((error) => ({ svg: "", note: error.message }));
  if (path !== page.path || kind !== page.kind) return;
  at("picture").removeAttribute("aria-busy");
  showPicture(at("picture"), svg, actionOf);
  const name = `${kind} ${path}`;
  if (at("picture").dataset.name !== name) at("picture").scrollTo(0, 0);
  at("picture").dataset.name = name;
  at("picture").hidden = !svg;
  const width = Number(at("picture").querySelector("svg")?.getAttribute("width") ?? 0);
  setFit(width > at("picture").clientWidth && at("picture").clientWidth / width >= .6);
  showKinds();
  at("picture-note").textContent = note;
  at("picture-note").hidden = !note;
  // The marks need the ids of the drawn parts.
  if (page.session) await change("state");
};

/** What a click on a part of the picture does: an event is sent, or a timer fires. Null for other parts. */
const actionOf = (pointer) => {
  const [, section, name] = pointer.split("/");
  const row = section === "reducer" ? page.details.rows[Number(name)] : null;
  const names = row?.events ?? (section === "events" ? [name] : []);
  const event = names.find((name) => page.details.events.some((event) => event.name === name));
  if (event) return () => activate(event);
  return row?.timers.length ? () => fire(row.timers) : null;
};

/** Fires the timer of a row that runs; a row has one for each of its states. */
const fire = (ids) => go("fire", { timer: page.moment.timers?.find(({ id }) => ids.includes(id))?.id ?? ids[0] });

/** Sends an event without data, or shows its form. */
const activate = (name) => {
  const button = at("palette").querySelector(`[data-event="${CSS.escape(name)}"]`);
  const isForm = button.hasAttribute("aria-expanded");
  if (!isForm || button.getAttribute("aria-expanded") === "false") button.click();
  if (isForm) button.scrollIntoView({ block: "nearest" });
};

// The session.

// Calls that change the session run one after the other, so that no answer overtakes another.
let last = Promise.resolve();
const inTurn = (work) => {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
};

const begin = (body, raw = null) => inTurn(async () => {
  const text = raw === null ? { path: page.path, ...body }
    : `{"path":${JSON.stringify(page.path)},"inputs":${raw}}`;
  setPlaying(null);
  const answer = await call("start", text);
  page.steps = [];
  update(answer);
});

const change = (path, body = {}) => inTurn(async () =>
  update(await call(path, { session: page.session, have: page.steps.length, ...body })));

/** Like `change`; a refusal is shown where the result of the step would be. */
const go = (path, body) => change(path, body).catch(showRefusal);
const showRefusal = (error) => fill(at("headline"), prose(`This was refused: ${error.message}.`));

/** Gets all steps again. */
const refresh = () => inTurn(async () => {
  const answer = await call("state", { session: page.session, have: 0 });
  page.steps = [];
  update(answer);
});

const send = (name, data) => inTurn(async () => {
  setPlaying(null);
  update(await call("send",
    `{"session":${page.session},"have":${page.steps.length},"event":${JSON.stringify(name)},"data":${data}}`));
});

const update = (answer) => {
  Object.assign(page, { session: Number(answer.session), inputs: answer.inputs, current: answer.current, line: answer.line, moment: answer.moment });
  if (answer.from === 0) shown.clear();
  page.steps = [...page.steps.slice(0, answer.from), ...answer.steps];
  const { moment, details } = page;
  const step = page.steps[page.current];
  document.body.classList.toggle("unstarted", !moment.outputs);
  showSteps();
  fill(at("headline"), prose(headline(step, moment)));
  showExplanation(at("explanation"), details, moment.explanation);
  updatePalette(at("palette"), moment.events);
  showValues(at("values"), details, moment);
  showTimers(at("timers"), moment, (timer) => go("fire", { timer }), (time) => change("wait", { time }),
    () => go("snapshot"));
  scrollTo(at("picture"), markPicture(at("picture"), moment.marks?.[page.kind]));
  at("undo").disabled = page.current === 0;
  at("save").disabled = page.current === 0;
};

const label = (step) => {
  if (step.what.start) return "start";
  if (step.what.wait) return `wait ${step.what.wait}`;
  if (step.what.snapshot) return "save and restore";
  return step.what.event;
};

/** The full text of a step, for its tooltip and screen readers. */
const describe = (step, index) => {
  const result = step.failure ? `failed: ${step.failure}` : step.what.start ? "" : step.result ?? "";
  const data = step.what.data && Object.keys(step.what.data).length ? showCall({ [step.what.event]: step.what.data }) : label(step);
  const more = [result, step.fired ? `fired ${step.fired.join(", ")}` : "", step.commands ? `asked for ${step.commands.join(", ")}` : "",
    step.differs ? "differs since the file changed" : ""].filter((text) => text);
  return `${index}: ${data}${more.length ? ` – ${more.join(", ")}` : ""}`;
};

/** An item of the timeline; `showSteps` marks where it is on the line. */
const makeStep = (step, index, position, others) => make("li", {},
  make("button.step", { title: describe(step, position), "aria-label": describe(step, position), "data-step": index, onclick: () => go("jump", { step: index }) },
    make("span.symbol", { "aria-hidden": "true" }, step.failure ? "!" : step.what.start ? "▶" : symbols[step.result] ?? "◷"),
    make("span", {}, label(step))),
  make("span.asked", { "aria-hidden": "true" }, [...step.fired ?? [], ...(step.commands ?? []).map((name) => `!${name}`)].join(" ")),
  step.case ? make("span.casename", {}, step.case) : null,
  others.length ? make("span.others", {}, "other branch: ", others.slice(0, 4).map((other) => make("button.quiet.branch", {
    onclick: () => go("jump", { step: other }), "aria-label": `Branch: ${describe(page.steps[other], position)}`,
  }, label(page.steps[other])))) : null);

/** The items of the timeline by step. */
const shown = new Map();

const showSteps = () => {
  const children = new Map();
  page.steps.forEach((step, index) => {
    if (step.parent === null) return;
    if (children.has(step.parent)) children.get(step.parent).push(index);
    else children.set(step.parent, [index]);
  });
  const place = page.line.indexOf(page.current);
  const items = page.line.map((index, position) => {
    const step = page.steps[index];
    const others = (children.get(step.parent) ?? []).filter((other) => other !== index);
    // Of a thousand steps, only those that have other branches now are made again.
    const key = `${position}|${others}`;
    let item = shown.get(index)?.key === key ? shown.get(index).item : null;
    if (!item) {
      item = makeStep(step, index, position, others);
      shown.set(index, { key, item });
    }
    const kind = index === page.current ? " current" : position > place ? " later" : "";
    const name = `step${kind}${step.differs ? " differs" : ""}${step.failure ? " failed" : ""}`;
    const button = item.firstElementChild;
    if (button.className !== name) {
      button.className = name;
      if (kind === " current") button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    return item;
  });
  const list = at("steps");
  items.forEach((item, position) => {
    if (list.children[position] !== item) list.insertBefore(item, list.children[position] ?? null);
  });
  while (list.children.length > items.length) list.lastChild.remove();
  const first = page.steps.findIndex((step) => step.differs);
  at("replay").hidden = first < 0;
  fill(at("replay"), first < 0 ? [] : [`The file changed: “${label(page.steps[first])}” is the first step that now differs. `,
    make("button.quiet", { onclick: () => go("jump", { step: first }) }, "Show it")]);
  // The player takes a part of the width.
  showPlayer();
  at("steps").querySelector(".current")?.parentElement.scrollIntoView({ block: "nearest", inline: "nearest" });
};

// Playing the steps as frames.

const showPlayer = () => {
  const place = page.line.indexOf(page.current);
  const isLast = place === page.line.length - 1;
  const show = (position) => {
    setPlaying(null);
    go("jump", { step: page.line[position] });
  };
  const button = (text, name, disabled, action) => make("button.quiet", { "aria-label": name, title: name, disabled, onclick: action }, text);
  const isPlaying = page.playing !== null && page.playing !== false;
  const active = document.activeElement?.getAttribute("aria-label");
  fill(at("player"), page.line.length < 2 ? [] : [
    button("|◀", "First step", place === 0, () => show(0)), button("‹", "Step before", place === 0, () => show(place - 1)),
    button(isPlaying ? "❚❚" : "▶", isPlaying ? "Pause" : "Play", isLast && !isPlaying, () => setPlaying(!isPlaying)),
    button("›", "Next step", isLast, () => show(place + 1)), make("span.count", {}, `${place} of ${page.line.length - 1}`),
  ]);
  if (active) [...at("player").children].find((one) => one.getAttribute("aria-label") === active && !one.disabled)?.focus();
};

function setPlaying(isPlaying) {
  clearInterval(page.playing || undefined);
  page.playing = isPlaying ? setInterval(() => {
    const place = page.line.indexOf(page.current);
    if (place < page.line.length - 1) return go("jump", { step: page.line[place + 1] });
    setPlaying(null);
  }, 1200) : isPlaying;
  if (page.steps.length) showPlayer();
}

// Files, keys and the beginning.

const reload = async () => {
  page.list = (await call("list")).definitions;
  if (page.path) {
    const had = page.details !== null;
    await loadDetails();
    showList();
    if (page.details && !had) return begin({});
    if (page.details && page.session) await refresh();
  } else {
    showList();
  }
};

at("undo").addEventListener("click", () => {
  setPlaying(null);
  go("undo");
});
at("restart").addEventListener("click", () => begin({ inputs: page.inputs }).catch(showRefusal));
at("save").addEventListener("click", () => showSaving(page));
at("menu").addEventListener("click", () => {
  const isOpen = document.body.classList.toggle("browsing");
  at("menu").setAttribute("aria-expanded", String(isOpen));
});
document.addEventListener("keydown", (event) => {
  if (!event.altKey || event.target.closest("dialog, input, textarea, select")) return;
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  // The browser would leave the page.
  event.preventDefault();
  const step = page.line[page.line.indexOf(page.current) + (event.key === "ArrowLeft" ? -1 : 1)];
  if (step !== undefined) go("jump", { step });
});

const events = new EventSource("events");
events.addEventListener("changed", () => reload());
events.addEventListener("error", () => {
  if (events.readyState !== EventSource.OPEN) complain("The preview has ended. Start `states preview` again.");
});
let wasOpen = false;
events.addEventListener("open", () => {
  if (wasOpen) reload();
  wasOpen = true;
});

page.list = (await call("list")).definitions;
const wanted = decodeURIComponent(location.hash.slice(1));
const first = page.list.find((one) => one.path === wanted) ?? page.list.find((one) => one.usable) ?? page.list[0];
if (first) await open(first.path);
else showList();
