"""Clones the projects that the vectors come from, and checks which version a checkout is."""

import dataclasses
import hashlib
import pathlib
import shutil
import subprocess


@dataclasses.dataclass(frozen=True)
class Project:
    """A project with vectors: its pinned version is a commit, or the digest of its files."""

    name: str
    url: str
    commit: str | None = None
    digest: str | None = None


CEL = Project("cel", "https://github.com/google/cel-spec", commit="508bd98efda47d85bcf1b9930dd5f35fa37e9a18")
JSON = Project(
    "json", "https://github.com/nst/JSONTestSuite",
    digest="abc15ec8c3df7ff6fa771b051a8950012403b241af2688e82374e0bcafcdd21c",
)
STATECHARTS = Project(
    "statecharts", "https://github.com/jbeard4/scxml-test-framework",
    commit="b46a10a1c3a3b1ca5c5cb4bb44ddb5c785611f41",
)


def clone(project: Project, folder: pathlib.Path) -> None:
    """Fetches the pinned commit, or the newest one, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "--quiet")
    git(folder, "fetch", "--quiet", "--depth=1", project.url, project.commit or "HEAD")
    git(folder, "checkout", "--quiet", "--force", "FETCH_HEAD")


def git(folder: pathlib.Path, *arguments: str) -> str:
    """Runs git in a folder and returns what it prints."""
    result = subprocess.run(["git", "-C", folder, *arguments], text=True, stdout=subprocess.PIPE)
    if result.returncode != 0:
        raise SystemExit(f"{folder}: git {arguments[0]} failed")
    return result.stdout


def commit(folder: pathlib.Path) -> str | None:
    """Returns the commit of a checkout, with `-dirty` if files differ; `None` if it is not a clone."""
    if not (folder / ".git").exists():
        return None
    return git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*").strip()


def is_pinned(project: Project, folder: pathlib.Path) -> bool:
    """Returns whether a checkout is the pinned version."""
    if project.commit:
        return commit(folder) == project.commit
    return digest(json_files(folder)) == project.digest


def json_files(checkout: pathlib.Path) -> list[pathlib.Path]:
    """Returns the JSON texts of a checkout of nst/JSONTestSuite, in the order of their names."""
    return sorted((checkout / "test_parsing").glob("*.json"))


def digest(files: list[pathlib.Path]) -> str:
    """Returns the SHA-256 of the names and the contents of files."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def copy_json(checkout: pathlib.Path, output: pathlib.Path) -> int:
    """Copies the JSON texts of a checkout and returns their number."""
    files = json_files(checkout)
    if not files:
        raise SystemExit(f"{checkout / 'test_parsing'} has no JSON texts")
    output.mkdir(parents=True)
    for file in files:
        shutil.copyfile(file, output / file.name)
    return len(files)
