"""Tests of `states preview` and of the player in HTML pages, in a real browser.

    python3 Tests/Browser/preview.py FOLDER

FOLDER has `states`, `states-layout` and `states-preview`. It needs the packages in requirements.txt, and Debian's Chromium.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".build/debug").resolve()
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class Preview:
    """A running `states preview` of a copy of some definitions, and of other files."""

    def __init__(self, *names, **files):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="preview-"))
        for name in names:
            for file in (ROOT / "Definitions").glob(f"{name}.*.json"):
                shutil.copy(file, self.folder)
        for name, content in files.items():
            self.file(name.replace("_", ".") + ".json").write_text(json.dumps(content))
        self.process = subprocess.Popen(
            [TOOLS / "states", "preview", self.folder, "--no-open"], stdout=subprocess.PIPE, text=True,
            # A shell lets its background jobs ignore Ctrl-C.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.address = self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        process = self.process.pid
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
        self.process.send_signal(signal.SIGINT)
        self.process.wait()
        shutil.rmtree(self.folder)
        for _ in range(50):
            if not any(pathlib.Path(f"/proc/{child}").exists() for child in children):
                return
            time.sleep(0.1)
        raise AssertionError("Ctrl-C leaves a process running")

    def file(self, name):
        return self.folder / name


def states(*arguments):
    return subprocess.run([TOOLS / "states", *map(str, arguments)], capture_output=True, text=True)


def output(page, name):
    return page.locator(f'[data-output="{name}"] .value')


def send(page, event, **data):
    item = page.locator(f'[data-item="{event}"]')
    if data and item.locator("form").count() == 0:
        item.locator(".event").click()
    if not data:
        return item.locator(".event").click()
    for name, value in data.items():
        item.get_by_label(name, exact=True).fill(value)
    item.locator("form > button[type=submit]").click()


def steps(page):
    return page.locator("#steps .step")


def opened(browser, preview, **options):
    page = browser.new_context(**options).new_page()
    faults = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(preview.address) else faults.append(request.url))
    page.faults = faults
    page.goto(preview.address)
    page.locator("#picture svg").wait_for()
    return page


def finished(page, *expected):
    """Ends a test: nothing was complained about, and nothing was requested from elsewhere."""
    found = [fault for fault in page.faults if not any(re.search(one, fault) for one in expected)]
    assert found == [], found
    page.context.close()


REFUSED = "status of 422"

# Whether the current step is whole in the timeline.
IS_WHOLE = """() => {
  const list = document.querySelector("#steps").getBoundingClientRect();
  const step = document.querySelector("#steps .current").getBoundingClientRect();
  return step.left >= list.left && step.right <= list.right;
}"""


def a_phone_is_verified_by_clicking(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview)
        expect(page.get_by_role("heading", name="PhoneVerification")).to_be_visible()
        # On the picture, as it can be clicked too.
        page.locator("#picture a[href]", has_text="smsSent").first.click()
        expect(output(page, "showProgress")).to_have_text("false")
        send(page, "codeEntered", text="12")
        expect(output(page, "code")).to_have_text("“12”")
        send(page, "codeEntered", text="1234")
        expect(page.locator(".command")).to_contain_text("checkCode")
        expect(page.locator("#explanation")).to_contain_text("because size(event.text) < 4 is 4 < 4")
        expect(page.locator("#picture .m-changed")).to_have_count(4)
        send(page, "codeVerified")
        expect(page.locator(".command")).to_have_text("close")
        expect(steps(page)).to_have_count(5)
        finished(page)


def the_resend_rule_can_be_seen(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview)
        for count in range(10):
            send(page, "secondPassed")
            expect(steps(page)).to_have_count(count + 2)
            page.wait_for_function(IS_WHOLE)
        expect(output(page, "resendEnabled")).to_have_text("true")
        expect(output(page, "resendButtonText")).to_have_text("“Resend text”")
        send(page, "resendTapped")
        expect(output(page, "resendEnabled")).to_have_text("false")
        finished(page)


def wrong_data_is_refused_in_place(browser):
    with Preview("Checkout") as preview:
        page = opened(browser, preview)
        item = page.locator('[data-item="addedItem"]')
        send(page, "addedItem", id="a", name="Tea", cents="x", count="1")
        field = item.get_by_label("cents", exact=True)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        expect(item.locator(".error:visible")).to_have_count(1)
        expect(steps(page)).to_have_count(1)
        field.fill("9007199254740993")
        item.locator("form > button[type=submit]").click()
        # No digit is lost on the way.
        expect(output(page, "total")).to_have_text("9007199254740993")
        finished(page, REFUSED)


def time_travel_and_branches(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview)
        send(page, "smsSent")
        send(page, "secondPassed")
        steps(page).nth(1).click()
        expect(steps(page)).to_have_count(3)
        expect(output(page, "resendButtonText")).to_have_text("“(10) Resend text”")
        send(page, "smsFailed")
        expect(output(page, "resendEnabled")).to_have_text("true")
        page.get_by_role("button", name="Branch: 2: secondPassed").click()
        expect(output(page, "resendButtonText")).to_have_text("“(9) Resend text”")
        page.get_by_role("button", name="Step back").click()
        expect(page.locator(".step.current")).to_contain_text("smsSent")
        page.keyboard.press("Alt+ArrowLeft")
        expect(page.locator(".step.current")).to_contain_text("start")
        expect(page.get_by_role("button", name="Step back")).to_be_disabled()
        finished(page)


def a_saved_case_passes(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview)
        send(page, "smsSent")
        for _ in range(3):
            send(page, "secondPassed")
        send(page, "codeEntered", text="98765")
        page.get_by_role("button", name="Save as case").click()
        page.get_by_role("button", name="Show the difference").click()
        expect(page.locator("#case-error")).to_have_text("the case needs a name")
        page.get_by_label("Name of the case").fill("five digits <b>are</b> cut")
        page.get_by_role("button", name="Show the difference").click()
        expect(page.locator(".patch .added").first).to_be_visible()
        expect(page.locator(".patch .removed")).to_have_count(2)
        page.locator("#case-save").click()
        expect(page.locator("#dialog")).not_to_be_visible()
        expect(page.locator("#cases")).to_contain_text("five digits <b>are</b> cut")
        spec = preview.file("PhoneVerification.spec.json").read_text()
        assert '{ "times": 3, "event": "secondPassed" }' in spec
        result = states("test", preview.folder)
        assert result.returncode == 0 and "24 cases passed" in result.stderr + result.stdout, result.stderr
        assert states("format", "--check", preview.folder).returncode == 0
        finished(page, REFUSED)


def a_saved_file_is_replayed_and_a_broken_one_mended(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview)
        send(page, "smsSent")
        send(page, "secondPassed")
        file = preview.file("PhoneVerification.state.json")
        text = file.read_text()
        file.write_text(text.replace("waitSeconds - 1", "waitSeconds - 2"))
        expect(page.locator("#replay")).to_contain_text("secondPassed")
        expect(steps(page).nth(2)).to_have_class(re.compile("differs"))
        expect(output(page, "resendButtonText")).to_have_text("“(8) Resend text”")
        file.write_text(text.replace('"waitSeconds": {', '"waitSeconds" {'))
        expect(page.locator("#problem pre")).to_contain_text("error[json")
        send(page, "secondPassed")
        expect(output(page, "resendButtonText")).to_have_text("“(6) Resend text”")
        file.write_text(text)
        expect(page.locator("#problem")).not_to_be_visible()
        expect(output(page, "resendButtonText")).to_have_text("“(8) Resend text”")
        file.unlink()
        expect(page.locator("#problem")).to_contain_text("was deleted")
        send(page, "resendTapped")
        expect(output(page, "resendButtonText")).to_have_text("“(10) Resend text”")
        finished(page)


def timers_and_requests_run_on_a_clock_that_one_moves(browser):
    with Preview("Checkout") as preview:
        page = opened(browser, preview)
        page.get_by_role("button", name="Show it is confirmed", exact=True).click()
        expect(page.locator("#player")).to_contain_text("0 of")
        page.get_by_role("button", name="Next step").click()
        expect(page.locator(".step.current")).to_contain_text("addedItem")
        page.get_by_role("button", name="Show nobody answers for 30 seconds", exact=True).click()
        for _ in range(20):
            if page.get_by_role("button", name="Next step").is_disabled():
                break
            page.get_by_role("button", name="Next step").click()
            page.wait_for_timeout(60)
        expect(page.locator("#timers")).to_contain_text("pausing.1")
        page.get_by_role("button", name="Fire pausing.1").click()
        expect(page.locator(".command")).to_contain_text("placeOrder")
        page.locator("#timers").get_by_label("seconds").fill("soon")
        page.get_by_role("button", name="Let time pass").click()
        expect(page.locator("#timers .error:visible")).to_have_count(1)
        finished(page, REFUSED)


LAMP = {
    "state": "Lamp", "format": 1, "inputs": {"count": "int"}, "properties": {"presses": {"type": "int", "initial": "count"}},
    "events": {"pressed": {}, "named": {"carries": {"names": "[string]", "sizes": "[string: int]"}}},
    "initial": "off", "states": [{"state": "off"}, {"state": "on"}],
    "reducer": [
        {"in": "off", "on": "pressed", "set": {"presses": "presses + 1"}, "goTo": "on"},
        {"in": "on", "after": 5, "goTo": "off"},
        {"on": "named"}],
    "outputs": {"presses": {"kind": "ui", "type": "int", "value": "presses"}},
}


def a_delay_in_the_picture_fires_its_timer(browser):
    with Preview(Lamp_state=LAMP, Lamp_spec={"spec": "Lamp", "given": {"count": 1}}) as preview:
        page = opened(browser, preview)
        delay = page.locator('#picture a[href="#/reducer/1"]').first
        delay.click()
        expect(page.locator("#headline")).to_have_text("This was refused: no timer on.1 runs.")
        send(page, "pressed")
        expect(page.locator("#timers")).to_contain_text("on.1 in 5 s")
        delay.click()
        expect(page.locator("#headline")).to_have_text("5 s passed, and on.1 fired.")
        expect(page.locator(".states")).to_have_text("off")
        finished(page, REFUSED)


def inputs_and_lists_are_refused_in_place(browser):
    with Preview(Lamp_state=LAMP) as preview:
        page = opened(browser, preview)
        expect(page.locator("#headline")).to_contain_text("It cannot start")
        expect(page.locator("#palette")).not_to_be_visible()
        field = page.locator("#inputs").get_by_label("count", exact=True)
        field.fill("many")
        page.get_by_role("button", name="Start with these inputs").click()
        expect(field).to_have_attribute("aria-invalid", "true")
        field.fill("3")
        page.get_by_role("button", name="Start with these inputs").click()
        expect(output(page, "presses")).to_have_text("3")
        item = page.locator('[data-item="named"]')
        item.locator(".event").click()
        for _ in range(3):
            item.get_by_role("button", name="Add to names").click()
        item.get_by_role("button", name="Remove names 1").click()
        item.get_by_role("button", name="Add to sizes").click()
        item.get_by_label("key 1").fill("a/b")
        item.get_by_label("value 1").fill("big")
        item.locator("form > button[type=submit]").click()
        expect(item.get_by_label("value 1")).to_have_attribute("aria-invalid", "true")
        expect(item.locator("[aria-invalid]")).to_have_count(1)
        item.get_by_label("value 1").fill("7")
        # What is typed stays when a file is saved that has the same events.
        preview.file("Lamp.state.json").write_text(json.dumps(LAMP).replace('"after": 5', '"after": 6'))
        expect(page.locator("#picture")).to_contain_text("after 6 s")
        item.locator("form > button[type=submit]").click()
        expect(page.locator(".step.current")).to_have_attribute("title", re.compile("names: .*sizes: { a/b: 7 }"))
        finished(page, REFUSED)


HOSTILE = """</script><script>alert(1)</script><img src=x onerror=alert(1)>' " ` javascript:alert(1) <b>&amp;"""


def hostile_texts_stay_texts(browser):
    definition = {
        "state": "Hostile", "format": 1, "about": HOSTILE,
        "inputs": {"given": {"type": "string", "about": HOSTILE, "default": json.dumps("x")}},
        "properties": {"text": {"type": "string", "initial": json.dumps(HOSTILE)}},
        "events": {"said": {"from": "user", "carries": {"text": "string"}, "about": HOSTILE}},
        "commands": {"repeat": {"carries": {"text": "string"}, "about": HOSTILE}},
        "reducer": [{"on": "said", "if": f"event.text != {json.dumps(HOSTILE)} || true", "set": {"text": "event.text"},
                     "emit": [{"repeat": {"text": "event.text"}}], "about": HOSTILE}],
        "outputs": {"text": {"kind": "ui", "type": "string", "value": "text", "about": HOSTILE}},
    }
    spec = {"spec": "Hostile", "cases": [{"name": HOSTILE, "when": [{"said": {"text": HOSTILE}}], "then": {"text": "no"}}]}
    with Preview(Hostile_state=definition, Hostile_spec=spec) as preview:
        context = browser.new_context()
        page = context.new_page()
        page.faults = []
        page.on("console", lambda message: page.faults.append(message.text))
        page.on("dialog", lambda dialog: page.faults.append(dialog.message))
        page.goto(preview.address)
        page.locator("#picture svg").wait_for()
        send(page, "said", text=HOSTILE)
        expect(output(page, "text")).to_have_text(f"“{HOSTILE}”")
        page.locator("#cases button").click()
        expect(page.locator("#steps .casename")).to_have_text(HOSTILE)
        preview.file("Hostile.state.json").write_text(json.dumps(definition | {"<img src=x onerror=alert(1)>": HOSTILE}))
        expect(page.locator("#problem pre")).to_contain_text("<img src=x onerror=alert(1)>")
        expect(page.locator("img, b, script:not([src])")).to_have_count(0)
        finished(page)


def a_case_is_played_on_a_phone(browser):
    with Preview("PhoneVerification") as preview:
        page = opened(browser, preview, viewport={"width": 390, "height": 844})
        menu = page.get_by_role("button", name="Definitions")
        menu.click()
        page.get_by_role("button", name="Show code is correct").first.click()
        # The list closes, so that the case can be seen.
        expect(menu).to_have_attribute("aria-expanded", "false")
        expect(page.locator("#cases")).to_be_hidden()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".count")).to_contain_text("1 of")
        page.get_by_role("button", name="Step back").click()
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(page.locator(".count")).to_contain_text("0 of")
        finished(page)


def the_keyboard_alone_is_enough(browser):
    with Preview("Coin") as preview:
        page = opened(browser, preview)
        page.keyboard.press("Tab")
        expect(page.get_by_text("To the events")).to_be_focused()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(steps(page)).to_have_count(2)
        finished(page)


def a_case_is_played_in_a_static_page_without_a_network(browser):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pages-"))
    try:
        assert states("docs", ROOT / "Definitions", "--pages", folder).returncode == 0
        for name, case in (("Checkout", "it is confirmed"), ("PhoneVerification", "code is correct")):
            for scheme, width in (("light", 1280), ("dark", 390)):
                context = browser.new_context(
                    offline=True, color_scheme=scheme, viewport={"width": width, "height": 900}, reduced_motion="reduce")
                page = context.new_page()
                page.faults = []
                page.on("console", lambda message: page.faults.append(message.text))
                page.on("pageerror", lambda error: page.faults.append(str(error)))
                page.goto(f"file://{folder}/{name}.html")
                player = page.locator(".player").first
                option = player.get_by_role("option").filter(has_text=case).first
                player.get_by_label("Case").select_option(option.get_attribute("value"))
                steps = int(player.locator("span.word").inner_text().split()[-1])
                assert steps > 1
                for _ in range(steps):
                    player.get_by_role("button", name="Next step").click()
                expect(player.get_by_role("button", name="Next step")).to_be_disabled()
                expect(page.locator(".picture .m-taken").first).to_be_attached()
                if name == "Checkout":
                    expect(page.locator("#sd-Checkout-confirmed")).to_have_class(re.compile("m-enter"))
                check_with_axe(page, f"{name} {scheme} {width}")
                finished(page)
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(f"file://{folder}/Checkout.html")
        expect(page.locator(".player")).to_have_count(0)
        expect(page.locator("svg").first).to_be_visible()
        context.close()
    finally:
        shutil.rmtree(folder)


def axe_finds_nothing(browser):
    with Preview("PhoneVerification", "Checkout", "Coin") as preview:
        for scheme in ("light", "dark"):
            for width, height in ((1280, 900), (390, 844)):
                page = opened(
                    browser, preview, viewport={"width": width, "height": height}, color_scheme=scheme,
                    reduced_motion="reduce")
                if width < 1000:
                    page.get_by_role("button", name="Definitions").click()
                page.locator("#list button", has_text="Checkout").click()
                expect(page.get_by_role("heading", name="Checkout")).to_be_visible()
                page.locator("#picture .m-enter").first.wait_for(state="attached")
                send(page, "addedItem", id="a", name="Tea", cents="x", count="1")
                page.locator('[data-item="addedItem"]').get_by_label("cents", exact=True).fill("1")
                page.locator('[data-item="addedItem"] form > button[type=submit]').click()
                send(page, "tappedCheckout")
                page.locator(".step.current", has_text="tappedCheckout").wait_for()
                page.get_by_role("button", name="Step back").click()
                page.locator(".step.later").wait_for()
                check_with_axe(page, f"{scheme} {width}")
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} scrolls sideways"
                steps(page).last.click()
                page.get_by_role("button", name="Save as case").click()
                page.get_by_label("Name of the case").fill("x")
                page.get_by_role("button", name="Show the difference").click()
                page.locator("#case-save").wait_for()
                check_with_axe(page, f"dialog {scheme} {width}")
                finished(page, REFUSED)


def check_with_axe(page, name):
    found = Axe().run(page).response["violations"]
    texts = [f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:200]}" for one in found for node in one["nodes"]]
    assert texts == [], name + "\n" + "\n".join(texts)


def main():
    wanted = sys.argv[2:]
    tests = [
        a_phone_is_verified_by_clicking, the_resend_rule_can_be_seen, wrong_data_is_refused_in_place,
        time_travel_and_branches, a_saved_case_passes, a_saved_file_is_replayed_and_a_broken_one_mended,
        timers_and_requests_run_on_a_clock_that_one_moves, a_delay_in_the_picture_fires_its_timer,
        inputs_and_lists_are_refused_in_place, hostile_texts_stay_texts, a_case_is_played_on_a_phone,
        the_keyboard_alone_is_enough, a_case_is_played_in_a_static_page_without_a_network, axe_finds_nothing,
    ]
    failures = 0
    with sync_playwright() as playwright:
        # Root has no sandbox; the pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for test in tests:
            name = test.__name__.replace("_", " ")
            if wanted and not any(one in name for one in wanted):
                continue
            try:
                test(browser)
                print(f"passed: {name}", flush=True)
            except Exception as error:  # Each test is reported, whatever stops it.
                failures += 1
                print(f"FAILED: {name}\n{error}", flush=True)
        browser.close()
    sys.exit(1 if failures else 0)


main()
