// Looks at pages in frames of one document, and writes what is wrong with them into #result.
const box = (text, rect) => {
  const a = text.getBBox(), b = rect.getBBox(), room = 2;
  return a.x >= b.x - room && a.y >= b.y - room && a.x + a.width <= b.x + b.width + room
    && a.y + a.height <= b.y + b.height + room;
};

// The shapes and texts of a group, links looked through, other groups not.
const own = (group) =>
  [...group.children].flatMap((child) =>
    child.localName === "a" ? own(child) : child.localName === "g" ? [] : [child]);

const examine = (frame, page, theme) => {
  const wrong = [], doc = frame.contentDocument, select = doc.querySelector(".player select");
  if (page.hasPlayer && doc.getElementById("frames")) {
    if (!select) wrong.push("the player does not run");
    else {
      select.value = "0";
      select.dispatchEvent(new Event("change"));
      if (!doc.querySelector(".player strong")) wrong.push("the player shows no step");
    }
  }
  const all = [...doc.querySelectorAll("*")];
  const ids = all.map((element) => element.id).filter((id) => id);
  if (new Set(ids).size !== ids.length) wrong.push("an id twice");
  for (const element of all) {
    const name = element.localName;
    // The player of a page: its frames, and its script, which the policy of the page names.
    const isPlayer = name === "script" && page.hasPlayer && /^(application\/json|module)$/.test(element.type);
    if (!isPlayer && /^(script|iframe|object|embed|img|link|base|form|input|foreignobject)$/i.test(name))
      wrong.push(`the element ${name}`);
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) wrong.push(`the handler ${name}`);
      if (/script:/i.test(value) && /href|src|action/i.test(name)) wrong.push(`the link ${value}`);
      if (/^(href|xlink:href)$/.test(name) && value.startsWith("#")
        && !doc.getElementById(value.slice(1))) wrong.push(`the dangling link ${value}`);
    }
  }
  for (const link of page.links)
    if (!doc.querySelector(`svg a[href="${link}"]`)) wrong.push(`nothing leads to ${link}`);
  const titles = [...doc.querySelectorAll("g.state > title, g.state > a > title")].map((title) => title.textContent);
  for (const state of page.states)
    if (!titles.includes(state)) wrong.push(`the state ${state} is not there`);
  for (const group of doc.querySelectorAll("svg g")) {
    const rect = own(group).find((shape) => /^(box|pill|out)\b/.test(shape.getAttribute("class")));
    if (!rect) continue;
    const labels = [...group.children].filter((child) => child.classList.contains("label"));
    for (const text of [group, ...labels].flatMap(own).filter((e) => e.localName === "text"))
      if (page.isMeasured && !text.querySelector(".bt") && text.textContent && !box(text, rect))
        wrong.push(`the text ${text.textContent} is outside its box`);
  }
  for (const element of doc.querySelectorAll("a[href], [tabindex='0']")) {
    element.focus();
    if (doc.activeElement !== element) wrong.push("the keyboard does not reach a link");
  }
  const view = doc.defaultView;
  if (doc.documentElement.scrollWidth > view.innerWidth) wrong.push("it scrolls sideways");
  if (view.performance.getEntriesByType("resource").length > 0) wrong.push("it loads something");
  const ground = view.getComputedStyle(doc.body).backgroundColor;
  if (ground !== theme.page) wrong.push(`the page is ${ground}`);
  const paper = doc.querySelector("svg .bg");
  if (paper && view.getComputedStyle(paper).fill !== theme.page) wrong.push("a picture has no theme");
  return [...new Set(wrong)].map((text) => `${page.name}: ${text}`);
};

window.addEventListener("load", async () => {
  const { pages, theme } = JSON.parse(document.getElementById("pages").textContent);
  const result = [];
  for (const page of pages) {
    const frame = document.createElement("iframe");
    frame.width = page.width;
    frame.height = 800;
    const loaded = new Promise((done) => { frame.onload = done; });
    frame.srcdoc = page.html;
    document.body.append(frame);
    await loaded;
    result.push(...examine(frame, page, theme));
    frame.remove();
  }
  result.push(`${pages.length} pages`);
  const place = document.getElementById("result");
  place.textContent = JSON.stringify(result);
});
