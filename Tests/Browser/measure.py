"""Measures `states preview`: prints one line for each figure.

    python3 Tests/Browser/measure.py FOLDER

FOLDER has a release build of `states` and `states-layout`.
"""

import os
import pathlib
import subprocess
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = pathlib.Path(sys.argv[1]).resolve()

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
        stderr=subprocess.DEVNULL, text=True, cwd=ROOT)
    return process, process.stdout.readline().strip()


def processor_time(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        print(f"event to paint after 1,000 steps: {median(times):.0f} ms (median of 11)")
        times = [page.evaluate(CLICK, f"#steps li:nth-child({500 + index}) .step") for index in range(11)]
        print(f"jump in 1,000 steps to paint: {median(times):.0f} ms (median of 11)")
        before = processor_time(process)
        time.sleep(20)
        print(f"processor while idle with an open page: {(processor_time(process) - before) / 20 * 100:.2f} %")
        browser.close()
        time.sleep(1)
        before = processor_time(process)
        time.sleep(20)
        print(f"processor while idle without a page: {(processor_time(process) - before) / 20 * 100:.2f} %")
finally:
    process.terminate()
    process.wait()
