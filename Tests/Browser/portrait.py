"""Makes Tests/Browser/preview.svg: the page of `states preview` as one SVG without scripts, light and dark.

    python3 Tests/Browser/portrait.py FOLDER

FOLDER has `states` and `states-layout`.
"""

import os
import pathlib
import subprocess
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = pathlib.Path(sys.argv[1]).resolve()
SIZE = {"width": 1320, "height": 860}

SERIALIZE = """async ({ width, height }) => {
  const space = "http://www.w3.org/2000/svg";
  const sheets = await Promise.all(["picture.css", "style.css"].map((path) => fetch(path).then((answer) => answer.text())));
  for (const field of document.querySelectorAll("input")) field.setAttribute("value", field.value);
  const body = document.body.cloneNode(true);
  for (const part of body.querySelectorAll("script, dialog, [hidden], .skip, desc, title")) part.remove();
  for (const part of body.querySelectorAll("*"))
    for (const { name } of [...part.attributes])
      if (/^(aria|data|role|title|tabindex|id$|href)/.test(name) && !(name === "id" && part.closest(".frame, .top") && !part.closest("svg")))
        part.removeAttribute(name);
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const title = document.createElementNS(space, "title");
  title.textContent = "The page of states preview: a timeline, the data flow with the last step marked, events and outputs";
  const style = document.createElementNS(space, "style");
  style.textContent = `${sheets.join("\\n")}\\nbody { height: ${height}px; border: 1px solid var(--strong); border-radius: 8px; overflow: hidden }
    #browser, main, aside, #picture, #steps { overflow: hidden }`;
  const frame = document.createElementNS(space, "foreignObject");
  frame.setAttribute("width", width);
  frame.setAttribute("height", height);
  frame.append(body);
  svg.append(title, style, frame);
  return new XMLSerializer().serializeToString(svg);
}"""

process = subprocess.Popen(
    [TOOLS / "states", "preview", ROOT / "Definitions", "--no-open"], stdout=subprocess.PIPE, text=True)
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        address = process.stdout.readline().strip()
        page.goto(f"{address}#{ROOT / 'Definitions/PhoneVerification.state.json'}")
        page.locator("#picture svg").wait_for()
        page.locator("[data-event=smsSent]").click()
        page.locator("[data-event=codeEntered]").click()
        field = page.locator("[data-item=codeEntered] input")
        for text in ("12", "1234"):
            field.fill(text)
            field.press("Enter")
            page.locator("#values", has_text=f"“{text}”").wait_for()
        page.wait_for_timeout(300)
        svg = page.evaluate(SERIALIZE, SIZE)
        browser.close()
    (ROOT / "Tests/Browser/preview.svg").write_text(svg + "\n")
    print(f"{len(svg)} bytes")
finally:
    process.terminate()
    process.wait()
