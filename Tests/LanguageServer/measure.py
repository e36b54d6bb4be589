"""Measures `states lsp`: python3 Tests/LanguageServer/measure.py PATH_OF_STATES

Prints the median and the worst time of 200 requests, on Checkout and on a generated definition of 2,000 lines, from sending a
message to its answer; for diagnostics from a keystroke to the published findings. Then the memory after 1,000 definitions were
checked, and the longest time that a request waited while 10,000 files were checked.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import time

STATES = sys.argv[1]
DEFINITIONS = pathlib.Path(__file__).parents[2] / "Definitions"
COUNT = 200


class Client:
    def __init__(self, folder=None):
        self.process = subprocess.Popen([STATES, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0
        folders = [{"uri": pathlib.Path(folder).as_uri(), "name": "x"}] if folder else []
        window = {"workDoneProgress": True}
        self.request("initialize", {"capabilities": {"window": window}, "workspaceFolders": folders})
        self.notify("initialized", {})

    def send(self, message):
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def request(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while (message := self.receive()).get("id") != self.number:
            pass
        return message.get("result")

    def wait_for(self, method):
        while (message := self.receive()).get("method") != method:
            pass
        return message["params"]

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait()


def generated(lines):
    """A definition with a property, event, row and output for each name, and its spec."""
    count = lines // 4
    names = range(count)
    text = ",\n".join
    definition = (
        '{\n"state": "Large", "format": 1,\n"properties": {\n'
        + text(f'  "value{n}": {{ "type": "int", "initial": {n} }}' for n in names)
        + '\n},\n"events": {\n'
        + text(f'  "added{n}": {{ "from": "user", "carries": {{ "amount": "int" }} }}' for n in names)
        + '\n},\n"reducer": [\n'
        + text(
            f'  {{ "on": "added{n}", "if": "event.amount > 0", "set": {{ "value{n}": "value{n} % 1000 + event.amount % 7" }} }}'
            for n in names
        )
        + '\n],\n"outputs": {\n'
        + text(f'  "shown{n}": {{ "kind": "ui", "type": "bool", "value": "value{n} > value{(n + 1) % count}" }}' for n in names)
        + "\n}\n}\n"
    )
    spec = (
        '{ "spec": "Large", "cases": [\n'
        + text(
            f'  {{ "name": "case {n}", "when": [{{ "added{n}": {{ "amount": 1 }} }}], "then": {{ "shown{n}": false }} }}'
            for n in range(count // 4)
        )
        + "\n] }\n"
    )
    return definition, spec


def times(action):
    found = []
    for number in range(COUNT):
        start = time.perf_counter()
        action(number)
        found.append((time.perf_counter() - start) * 1000)
    found.sort()
    return f"{found[COUNT // 2]:7.1f} {found[-1]:7.1f}"


def measure(name, definition, spec, needle):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "Definitions"
        root.mkdir()
        for file in DEFINITIONS.glob("*.types.json"):
            (root / file.name).write_text(file.read_text())
        client = Client()
        uris = {}
        for kind, text in (("spec", spec), ("state", definition)):
            uris[kind] = (root / f"{name}.{kind}.json").as_uri()
            item = {"uri": uris[kind], "languageId": "json", "version": 1, "text": text}
            client.notify("textDocument/didOpen", {"textDocument": item})
        client.request("textDocument/foldingRange", {"textDocument": {"uri": uris["state"]}})
        before = definition[: definition.index(needle) + len(needle)]
        position = {"line": before.count("\n"), "character": len(before) - before.rfind("\n") - 1}
        inside = {**position, "character": position["character"] + 2}
        at = {"textDocument": {"uri": uris["state"]}, "position": inside}
        document = {"textDocument": {"uri": uris["state"]}}

        def type_key(number):
            # One letter is typed, and the next time removed.
            start = {"start": position, "end": position}
            end = {"start": position, "end": {**position, "character": position["character"] + 1}}
            change = {"range": start, "text": "x"} if number % 2 == 0 else {"range": end, "text": ""}
            identifier = {"uri": uris["state"], "version": number + 2}
            client.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
            # The definition, and the spec that depends on it.
            waiting = set(uris.values())
            while waiting:
                waiting.discard(client.wait_for("textDocument/publishDiagnostics")["uri"])

        def after_key(method, parameters):
            # A change comes before each request, so nothing that depends on the text is known.
            def action(number):
                end = definition.count("\n") + 1
                here = {"line": end, "character": 0}
                change = {"range": {"start": here, "end": here}, "text": " "}
                identifier = {"uri": uris["state"], "version": 1000 + number}
                client.notify("textDocument/didChange", {"textDocument": identifier, "contentChanges": [change]})
                client.request(method, parameters)

            return action

        lines = definition.count("\n") + 1
        print(f"{name}, {lines} lines, spec {spec.count(chr(10)) + 1} lines: median and worst of {COUNT}, in ms")
        print("  diagnostics after a key", times(type_key))
        for method in ("hover", "completion", "definition", "documentHighlight"):
            print(f"  {method:23}", times(after_key(f"textDocument/{method}", at)))
        for method in ("semanticTokens/full", "documentSymbol", "foldingRange"):
            print(f"  {method:23}", times(after_key(f"textDocument/{method}", document)))
        print(f"  memory {client.memory():.0f} MB")
        client.end()


def folder_of(count, folder):
    root = pathlib.Path(folder) / "Definitions"
    root.mkdir()
    text = (DEFINITIONS / "PhoneVerification.state.json").read_text()
    for number in range(count):
        name = f"Phone{number}"
        (root / f"{name}.state.json").write_text(text.replace('"PhoneVerification"', f'"{name}"'))
    return root


def measure_folder(count):
    with tempfile.TemporaryDirectory() as folder:
        root = folder_of(count, folder)
        start = time.perf_counter()
        client = Client(root)
        uri = (root / "Phone0.state.json").as_uri()
        text = (root / "Phone0.state.json").read_text()
        item = {"uri": uri, "languageId": "json", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        worst = 0
        ended = False
        while not ended:
            sent = time.perf_counter()
            client.number += 1
            position = {"line": 7, "character": 8}
            hover = {"textDocument": {"uri": uri}, "position": position}
            client.send({"id": client.number, "method": "textDocument/hover", "params": hover})
            while (message := client.receive()).get("id") != client.number:
                if message.get("method") == "$/progress" and message["params"]["value"]["kind"] == "end":
                    ended = True
            worst = max(worst, (time.perf_counter() - sent) * 1000)
        whole = time.perf_counter() - start
        print(f"{count} files: {whole:.1f} s in the background, a hover meanwhile took at most {worst:.0f} ms, {client.memory():.0f} MB")
        client.end()


checkout = [(DEFINITIONS / f"Checkout.{kind}.json").read_text() for kind in ("state", "spec")]
measure("Checkout", *checkout, '"if": "')
measure("Large", *generated(2000), '"if": "')
small, spec = generated(500)
measure("Large", small, spec, '"if": "')
measure_folder(1000)
measure_folder(10000)
