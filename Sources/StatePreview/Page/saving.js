// Saving the steps as a case of the spec, after showing the difference.

import { at, call, fill, make, prose, show } from "./dom.js";

/** The outputs that differ from the start; all outputs if none does. */
const proposed = (page) => {
  const changed = Object.keys(page.moment.before ?? {});
  return changed.length ? changed : page.details.outputs.map((output) => output.name);
};

const lines = (patch) => patch.trimEnd().split("\n").map((text) => {
  const name = text.startsWith("+") ? "span.added" : text.startsWith("-") ? "span.removed" : "span";
  return make(name, {}, `${text}\n`);
});

/** Shows the dialog for the current step. */
export const showSaving = (page) => {
  const dialog = at("dialog");
  const close = () => dialog.close();
  const isProposed = new Set(proposed(page));
  const check = (text, name, checked) => make("label.check", {}, make("input", { type: "checkbox", name, checked }), ` ${text}`);
  const name = make("input", { id: "case-name", required: true, autocomplete: "off", "aria-describedby": "case-error" });
  const outputs = page.details.outputs.map((output) =>
    check(`${output.name}: ${show(page.moment.outputs[output.name])}`, `output ${output.name}`, isProposed.has(output.name)));
  const error = make("p.error", { id: "case-error", role: "alert", hidden: true });
  const difference = make("div", {});
  const form = make("form", { novalidate: true });
  const body = () => ({
    session: page.session, name: name.value,
    outputs: page.details.outputs.map((output) => output.name).filter((name) => form.elements[`output ${name}`].checked),
    commands: form.elements.commands.checked, in: form.elements.in?.checked ?? false,
  });
  const complain = (message) => {
    error.textContent = message;
    error.hidden = !message;
  };
  const save = async (hash) => {
    try {
      await call("save", { ...body(), hash });
      close();
    } catch (refusal) { complain(refusal.message); }
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    complain("");
    try {
      const { patch, hash, path } = await call("case", body());
      const button = make("button.primary", { type: "button", id: "case-save", onclick: () => save(hash) }, `Save in ${path}`);
      fill(difference, make("h3", {}, "The difference"), make("pre.patch", { tabindex: "0", "aria-label": "The difference" }, lines(patch)), button);
      button.focus();
    } catch (refusal) {
      fill(difference);
      complain(refusal.message);
      name.focus();
    }
  });
  form.addEventListener("change", () => fill(difference));
  fill(form, make("h2", { id: "dialog-title" }, "Save as case"),
    make("p.note", {}, prose("The steps up to here become a case of the spec, which `states test` checks from then on.")),
    make("div.field", {}, make("label", { for: "case-name" }, "Name of the case"), name, error),
    make("fieldset", {}, make("legend", {}, "What must hold afterwards"), outputs,
      check("the commands of the last step", "commands", true),
      page.moment.hasStates ? check(`it is in ${page.moment.in.join(", ")}`, "in", true) : null),
    make("div.actions", {}, make("button.primary", { type: "submit" }, "Show the difference"),
      make("button", { type: "button", onclick: close }, "Cancel")), difference);
  fill(dialog, form);
  dialog.showModal();
  name.focus();
};
