"""Prints the parts of a release in the format CycloneDX 1.5: sbom.py VERSION SECONDS PINS.

PINS is the file Package.resolved of the build.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

LICENCES = {"swift-argument-parser": "Apache-2.0", "flyingfox": "MIT", "libjson-c-dev": "MIT", "libexpat1-dev": "MIT"}
# These build the documentation and are no part of a release.
TOOLS = {"swift-docc-plugin", "swift-docc-symbolkit"}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def component(name, version, licence, purl):
    return {
        "type": "library", "bom-ref": purl, "name": name, "version": version,
        "licenses": [{"license": {"id": licence}}], "purl": purl,
    }


def main(version, seconds, resolved):
    pins = json.loads(pathlib.Path(resolved).read_text())["pins"]
    parts = []
    for pin in pins:
        if pin["identity"] in TOOLS:
            continue
        address = pin["location"].removeprefix("https://").removesuffix(".git")
        number = pin["state"]["version"]
        parts.append(component(pin["identity"], number, LICENCES[pin["identity"]], f"pkg:swift/{address}@{number}"))
    for package in ("libjson-c-dev", "libexpat1-dev"):
        number = output("dpkg-query", "-W", "-f=${Version}", package)
        parts.append(component(package, number, LICENCES[package], f"pkg:deb/debian/{package}@{number}"))
    swift = re.search(r"swift-([0-9.]+)-RELEASE", output("swift", "--version")).group(1)
    parts.append(component("swift", swift, "Apache-2.0", f"pkg:generic/swift@{swift}"))
    states = f"pkg:generic/states@{version}"
    time = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    print(json.dumps({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": states, "name": "states", "version": version},
        },
        "components": parts,
        "dependencies": [{"ref": states, "dependsOn": [part["bom-ref"] for part in parts]}],
    }, indent=2))


main(*sys.argv[1:])
