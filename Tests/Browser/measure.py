"""Measures `states preview`: prints one line for each figure.

    python3 Tests/Browser/measure.py FOLDER

FOLDER has a release build of `states`, `states-layout` and `states-preview`.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = pathlib.Path(sys.argv[1]).resolve()
# A copy, since one file is edited.
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="measured-"))
shutil.copytree(ROOT / "Definitions", FOLDER / "Definitions")

# The time from a click until the frame after the next one is painted.
CLICK = """async (selector) => {
  const paint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const current = () => document.querySelector("#steps .current")?.dataset.step;
  const old = current(), start = performance.now();
  document.querySelector(selector).click();
  while (current() === old) await new Promise((done) => setTimeout(done));
  await paint();
  return performance.now() - start;
}"""


def median(values):
    return sorted(values)[len(values) // 2]


def started():
    process = subprocess.Popen(
        [TOOLS / "states", "preview", "Definitions", "--no-open"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, cwd=FOLDER)
    return process, process.stdout.readline().strip()


def processor_time(process):
    """The time of all threads in seconds, those that have ended too; `states` has become `states-preview`."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def idle(process):
    # The web server sets a timer of 60 s for each request. It fires even if the request has ended.
    time.sleep(65)
    before = processor_time(process)
    time.sleep(60)
    return f"{(processor_time(process) - before) / 60 * 100:.3f} %"


def replays(page, file, text):
    """The times in milliseconds from saving a file until the changed output is painted."""
    changed = """(text) => {
      const paint = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const output = document.querySelector("[data-output=resendButtonText] .value");
      return output && output.textContent === text ? paint().then(() => true) : false;
    }"""
    for index in range(11):
        by, shown = ((2, "“(6) Resend text”"), (1, "“(8) Resend text”"))[index % 2]
        start = time.perf_counter()
        file.write_text(text.replace("waitSeconds - 1", f"waitSeconds - {by}"))
        page.wait_for_function(changed, arg=shown, polling="raf")
        yield (time.perf_counter() - start) * 1000


firsts = []
for _ in range(7):
    start = time.perf_counter()
    process, address = started()
    urllib.request.urlopen(address).read()
    firsts.append((time.perf_counter() - start) * 1000)
    process.terminate()
    process.wait()
print(f"command to first page: {median(firsts):.0f} ms (median of 7)")

process, address = started()
try:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        start = time.perf_counter()
        page.goto(f"{address}#Definitions/Checkout.state.json")
        page.locator(".step.current").wait_for()
        print(f"address to usable page in the browser: {(time.perf_counter() - start) * 1000:.0f} ms")
        page.locator("#picture svg").wait_for()
        print(f"with its picture: {(time.perf_counter() - start) * 1000:.0f} ms")
        times = [page.evaluate(CLICK, "[data-event=emptiedCart]") for _ in range(21)]
        print(f"event to paint on Checkout: {median(times):.0f} ms (median of 21)")
        page.goto(f"{address}#Definitions/PhoneVerification.state.json")
        page.reload()
        page.locator("#picture svg").wait_for()
        send = "document.querySelector('[data-event=secondPassed]').click()"
        for count in range(1, 1001):
            page.evaluate(send)
            if count % 50 == 0:
                page.locator(f"#steps li:nth-child({count + 1})").wait_for(state="attached", timeout=60_000)
        times = [page.evaluate(CLICK, "[data-event=secondPassed]") for _ in range(11)]
        print(f"event after 1,000 steps to paint: {median(times):.0f} ms (median of 11)")
        times = [page.evaluate(CLICK, f"#steps li:nth-child({500 + index}) .step") for index in range(11)]
        print(f"click on a step of 1,000 to paint: {median(times):.0f} ms (median of 11)")
        page.get_by_role("button", name="Restart").click()
        page.locator("#steps li:nth-child(2)").wait_for(state="detached")
        for _ in range(2):
            page.evaluate(CLICK, "[data-event=secondPassed]")
        file = FOLDER / "Definitions/PhoneVerification.state.json"
        times = list(replays(page, file, file.read_text()))
        print(f"replay on save to paint: {median(times):.0f} ms (median of 11), at most {max(times):.0f} ms")
        print(f"processor while idle with an open page: {idle(process)}")
        browser.close()
        # A closed page is noticed at the next pulse.
        time.sleep(10)
        print(f"processor while idle without a page: {idle(process)}")
finally:
    process.terminate()
    process.wait()
    shutil.rmtree(FOLDER)
