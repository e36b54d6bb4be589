"""Runs the steps of the action `.github/actions/states` as a runner would: action.py ACTION ARCHIVE.

It works on a project that `states init` makes in the current folder, and on one mistake for each step.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

action = yaml.safe_load(pathlib.Path(sys.argv[1]).read_text())
archive = sys.argv[2]
definition = pathlib.Path("Definitions/Counter.state.json")
correct = definition.read_text()


def holds(condition, inputs, failed):
    """Whether a step runs: the conditions of this action are `success() || failure()` and tests of inputs."""
    if condition is None:
        return not failed
    tests = re.findall(r"inputs\.(\w+) != ''", condition)
    assert tests or condition == "success() || failure()", condition
    return all(inputs[name] for name in tests) and (not failed or "failure()" in condition)


def run(**given):
    """Runs all steps and returns the names of those that ran and failed, and what was printed."""
    inputs = {name: given.get(name, value["default"]) for name, value in action["inputs"].items()}
    ran, failed, printed = [], [], ""
    with tempfile.TemporaryDirectory() as folder:
        paths = pathlib.Path(folder, "path")
        paths.touch()
        for step in action["runs"]["steps"]:
            if not holds(step.get("if"), inputs, bool(failed)):
                continue
            environment = {
                key: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], value)
                for key, value in step.get("env", {}).items()
            }
            search = [*reversed(paths.read_text().split()), "/usr/bin", "/bin"]
            result = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], text=True, capture_output=True,
                env={
                    **environment, "PATH": ":".join(search), "RUNNER_TEMP": folder, "GITHUB_PATH": str(paths),
                    "GITHUB_ACTIONS": "true", "HOME": os.environ["HOME"],
                })
            ran.append(step["name"])
            printed += result.stdout + result.stderr
            if result.returncode != 0:
                failed.append(step["name"])
    return ran, failed, printed


def expect(failing, text, **inputs):
    _, failed, printed = run(archive=archive, **inputs)
    assert failed == failing and text in printed, (failed, printed)


everything = {"diagrams": "Diagrams", "generated": "swift Definitions --output Generated\nkotlin Definitions --output Kotlin\n"}
for line in everything["generated"].splitlines():
    subprocess.run(["states", "generate", *line.split()], check=True, capture_output=True)
ran, failed, printed = run(archive=archive, **everything)
assert (ran, failed) == (["Install", "Validate", "Test", "Diagrams", "Generated files"], []), (failed, printed)
ran, failed, printed = run(archive=archive)
assert (ran, failed) == (["Install", "Validate", "Test"], []), (failed, printed)

definition.write_text(correct.replace("count < limit", "count < limits"))
expect(["Validate", "Test", "Diagrams", "Generated files"], "::error file=Definitions/Counter.state.json", **everything)
definition.write_text(correct.replace("'1 tap'", "'one tap'"))
expect(["Test", "Generated files"], "one tap", generated=everything["generated"])
definition.write_text(correct.replace("count < limit", "count < limit - 1"))
expect(["Test", "Diagrams"], "::error file=Diagrams", diagrams="Diagrams")
pathlib.Path("Generated/CounterState.swift").write_text("// old\n")
definition.write_text(correct)
expect(["Generated files"], "CounterState.swift", **everything)
print("the action passes, and each step reports its mistake")
