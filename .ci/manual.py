"""Writes the man page of `states` from what the command knows of itself: manual.py STATES SECONDS DIR."""

import datetime
import json
import pathlib
import subprocess
import sys


def escaped(text):
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return "\\&" + text if text.startswith((".", "'")) else text


def label(argument):
    """An argument as in a synopsis."""
    names = [("--" if name["kind"] == "long" else "-") + name["name"] for name in argument.get("names", [])]
    value = f"<{argument['valueName']}>" if argument["kind"] != "flag" else ""
    return ", ".join(names) + (" " if names and value else "") + value


def section(command, path):
    lines = [f".SS {escaped(' '.join(path))}", escaped(command.get("abstract", ""))]
    if command.get("discussion"):
        lines += [".PP", escaped(command["discussion"])]
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True) or label(argument) in ("-h, --help", "--version"):
            continue
        text = argument.get("abstract", "")
        if argument.get("allValues"):
            text += f" One of: {', '.join(argument['allValues'])}."
        lines += [".TP", f".B {escaped(label(argument))}", escaped(text)]
    return lines


def main(states, seconds, folder):
    help_text = subprocess.run([states, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    version = subprocess.run([states, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    command = json.loads(help_text)["command"]
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).date()
    lines = [
        f'.TH STATES 1 "{day}" "states {version}"', ".SH NAME", f"states \\- {escaped(command['abstract'])}",
        ".SH SYNOPSIS", ".B states", ".I command", "[options]", ".SH DESCRIPTION", escaped(command["discussion"]), ".SH COMMANDS",
    ]
    for sub in command["subcommands"]:
        if sub["commandName"] != "help":
            lines += section(sub, ["states", sub["commandName"]])
    lines += [
        ".SH EXIT STATUS", ".TP", ".B 0", "success", ".TP", ".B 1", "findings, failed cases or outdated files",
        ".TP", ".B 2", "the work could not be done", ".TP", ".B 64", "wrong arguments",
    ]
    pathlib.Path(folder, "states.1").write_text("\n".join(lines) + "\n")


main(*sys.argv[1:])
