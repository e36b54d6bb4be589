// What a moment shows: events, outputs, requests, commands, timers, and why.

import { fill, make, note, prose, show, showCall } from "./dom.js";
import { makeForm } from "./form.js";

const sources = [["user", "The user"], ["network", "The network"], ["device", "The device"],
  ["lifecycle", "The app’s life"], ["", "Others"]];

const verdicts = { unhandled: "not here", denied: "denied now" };

/** The palette: one button for each event, by who sends it. Made once for each definition. */
export const showPalette = (element, details, send, refuse) => {
  const groups = sources.map(([source, title]) => {
    const events = details.events.filter((event) => event.from === source);
    if (!events.length) return null;
    return make("section.source", { "aria-label": title }, make("h3", {}, title),
      make("ul", {}, events.map((event) => eventItem(event, details, send, refuse))));
  });
  fill(element, groups, details.events.length ? null : make("p.note", {}, "It has no events."));
};

const eventItem = (event, details, send, refuse) => {
  const hasData = event.fields.length > 0;
  const hint = make("span.hint");
  const button = make("button.event", {
    "data-event": event.name, "aria-expanded": hasData ? "false" : null,
    onclick: () => (hasData ? toggle() : send(event.name, "{}").catch(refuse)),
  }, make("span.name", {}, event.name), hasData ? make("span.data", {}, `(${event.fields.map((field) => field.name).join(", ")})`) : null, hint,
  note(event.about));
  const box = make("div.eventform", { hidden: true });
  const toggle = () => {
    const isOpen = box.hidden;
    box.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen && !box.firstChild) {
      fill(box, makeForm(event.fields, details.types, {}, `/${event.name}`, `Send ${event.name}`,
        (text) => send(event.name, text)));
    }
    if (isOpen) box.querySelector("input, select, textarea")?.focus();
  };
  return make("li", { "data-item": event.name }, button, box);
};

/** Shows which events would do nothing now. */
export const updatePalette = (element, events) => {
  for (const [name, result] of Object.entries(events ?? {})) {
    const item = element.querySelector(`[data-item="${CSS.escape(name)}"]`);
    if (!item) continue;
    const hint = verdicts[result] ?? (["changed", "unchanged", "open"].includes(result) ? "" : `fails now: ${result}`);
    item.classList.toggle("idle", hint !== "");
    item.querySelector(".hint").textContent = hint;
  }
};

/** A value with its name; `old` is what it was before the step, null if it is the same. */
const valueLine = (name, value, old, about, cell, kind = "output") =>
  make(old === null ? "div" : "div.changed", { [`data-${kind}`]: name },
    make("dt", {}, name, cell && cell !== name ? make("code.cell", {}, cell) : null, note(about)),
    make("dd", {}, old === null ? null : [make("del", {}, make("span.visually-hidden", {}, "was "), old), " "],
      make("span.value", {}, value)));

const kinds = [["ui", "On the screen"], ["data", "Data"], ["navigation", "Navigation"]];
const changes = { started: "started", restarted: "cancelled and started again", running: "running", cancelled: "cancelled" };

/** Outputs by kind with what changed, requests as effects, and commands. */
export const showValues = (element, details, moment) => {
  const outputs = kinds.map(([kind, title]) => {
    const list = details.outputs.filter((output) => output.kind === kind);
    if (!list.length || !moment.outputs) return null;
    return make("section", { "aria-label": title }, make("h3", {}, title), make("dl.values", {}, list.map((output) => {
      const isChanged = output.name in (moment.before ?? {});
      const old = isChanged ? show(moment.before[output.name]) : null;
      return valueLine(output.name, show(moment.outputs[output.name]), old, output.about, output.cell);
    })));
  });
  const names = Object.keys(moment.properties ?? {});
  const properties = !names.length ? null
    : make("section", { "aria-label": "Properties" }, make("h3", {}, "What it remembers"), make("dl.values", {},
      names.map((name) => valueLine(name, moment.properties[name], moment.propertiesBefore[name] ?? null, details.properties[name], "", "property"))));
  const effects = (moment.effects ?? []).length === 0 ? null
    : make("section", { "aria-label": "Requests" }, make("h3", {}, "Requests"),
      make("ul.plain", {}, moment.effects.map((effect) => make(`li.effect.${effect.change}`, {},
        make("span.name", {}, effect.name), " ", make("span.value", {}, show(effect.value)), " ",
        make("span.tag", {}, changes[effect.change])))));
  const commands = make("section", { "aria-label": "Commands of this step" }, make("h3", {}, "Commands of this step"),
    (moment.commands ?? []).length === 0 ? make("p.note", {}, "None.")
      : make("ul.plain", {}, moment.commands.map((command) => {
        const name = typeof command === "string" ? command : Object.keys(command)[0];
        return make("li.command", {}, showCall(command), note(details.commands[name]));
      })));
  const states = !moment.hasStates ? null
    : make("section", { "aria-label": "Active states" }, make("h3", {}, "Active states"),
      make("p.states", {}, moment.in.map((name) => make("span.state", {}, name))),
      moment.ended ? make("p.note", {}, "It has ended: nothing more can happen.") : null);
  fill(element, states, outputs, commands, effects, properties);
};

/** The running timers, and a form that lets time pass. */
export const showTimers = (element, moment, fire, advance, restore) => {
  const timers = (moment.timers ?? []).map((timer) => make("li", {},
    make("span.name", {}, timer.id), ` in ${timer.remaining} `,
    make("button.quiet", { onclick: () => fire(timer.id), "aria-label": `Fire ${timer.id}` }, "Fire")));
  const list = timers.length ? make("ul.plain", {}, timers) : make("p.note", {}, "No timer runs: time changes nothing, unless an event brings it.");
  element.classList.toggle("still", !timers.length);
  if (element.querySelector("form")) return fill(element.querySelector(".running"), list);
  fill(element, make("div.running", {}, list),
    makeForm([{ name: "seconds", type: { kind: "duration" } }], {}, { seconds: "1" }, "", "Let time pass",
      (text) => advance(JSON.parse(text).seconds)),
    make("button.quiet.restore", { type: "button", onclick: restore, title: "Takes a snapshot and continues from it, as an app does that was closed" }, "Save and restore"));
};

const results = {
  unchanged: "a row ran, but no value changed.",
  denied: "but it was denied: every row for it has a condition that is false now.",
  unhandled: "but no row waits for it here.",
};

const quoted = (names) => names.map((name) => `\`${name}\``).join(", ");

/** The names of what changed, the first six. */
const changeText = (moment) => {
  const names = [...new Set([...Object.keys(moment.propertiesBefore ?? {}), ...Object.keys(moment.before ?? {})])];
  if (!names.length) return "and it changed the active states.";
  return `and it changed ${quoted(names.slice(0, 6))}${names.length > 6 ? " and more" : ""}.`;
};

const commandText = (moment) => {
  const names = (moment.commands ?? []).map((command) => (typeof command === "string" ? command : Object.keys(command)[0]));
  return names.length ? ` It gave the command${names.length > 1 ? "s" : ""} ${quoted(names)}.` : "";
};

/** What a step did, in a sentence or two. */
export const headline = (step, moment) => {
  const { event, wait, snapshot } = step.what;
  const what = event ? `\`${event}\` happened` : wait ? `${wait} passed` : snapshot ? "It was saved and restored" : "It started";
  if (moment.failure) {
    const { id, at, message } = moment.failure;
    const reason = `\`${id}\`${at ? ` at \`${at}\`` : ""}${message ? `: ${message}` : ""}`;
    if (!moment.outputs) return `It cannot start, because of the error ${reason}.${id === "payload" ? " Fill in the inputs." : ""}`;
    return `${what}, but the step failed with the error ${reason}. Nothing has changed.`;
  }
  const commands = commandText(moment);
  if (event) return `${what}, ${results[moment.result] ?? changeText(moment)}${commands}`;
  if (wait) return step.fired ? `${what}, and ${quoted(step.fired)} fired.${commands}` : `${what}, and no timer was due.`;
  return `${what}.${commands}`;
};

const reason = (because) => because.map(({ part, is, reads }) => {
  const values = Object.entries(reads).map(([name, value]) => `\`${name}\` is \`${value}\``).join(", ");
  return `\`${part}\` is \`${is}\`${values ? `, as ${values}` : ""}`;
}).join("; ");

const rowText = (details, pointer) => {
  const index = Number(pointer.split("/")[2]);
  const row = details.rows[index];
  const words = row ? details.rowHeads.map((head, column) => row.cells[column] && head !== "why" ? `${head} ${row.cells[column]}` : "")
    .filter((text) => text).join(", ") : "";
  return { number: index + 1, words };
};

const verdictWords = { taken: "ran", denied: "did not run", failed: "failed", overridden: "gave way to an inner state" };

/** Why a step did what it did: the rows that were tried, what was set, and what gave the outputs. */
export const showExplanation = (element, details, explanation) => {
  if (!explanation) return fill(element);
  const rows = explanation.rows.map((row) => {
    const { number, words } = rowText(details, row.row);
    return make(`li.row.${row.verdict}`, {}, make("p", {}, make("span.tag", {}, `row ${number} ${verdictWords[row.verdict]}`), " ",
      make("span.words", {}, prose(words))),
    row.because?.length ? make("p.because", {}, "because ", prose(reason(row.because))) : null);
  });
  const set = explanation.changes.map((change) => make("li", {}, prose(`\`${change.name}\`: \`${change.from ?? "nothing"}\` → \`${change.to ?? "nothing"}\``)));
  const outputs = Object.entries(explanation.outputs).map(([name, output]) => {
    const parts = [];
    if (output.branch) parts.push(`\`${name}\` is \`${output.branch}\`${output.because?.length ? ` because ${reason(output.because)}` : ""}`);
    else if (output.at) parts.push(`\`${name}\` comes from row ${Number(output.at.split("/")[4] ?? 0) + 1} of its table`);
    else parts.push(`no row gives \`${name}\` a value`);
    for (const row of output.denied ?? []) parts.push(`row ${Number(row.row.split("/")[4] ?? 0) + 1} does not, because ${reason(row.because ?? [])}`);
    return make("li", {}, prose(parts.join("; ")));
  });
  const part = (title, items, name) => (items.length ? [make("h3", {}, title), make(name, {}, items)] : []);
  fill(element, part("Rows that were tried, in order", rows, "ol.rows"), part("What was set", set, "ul.plain"),
    part("Where outputs come from", outputs, "ul.plain"));
};
