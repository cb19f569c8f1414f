"""The commands that have a page, and what their executables say about them."""

import json
import os
import subprocess

# Executables that are no command of keyfob.
TOOLS = ["keyfob-device"]
# Built by `make migrate`; its page is compared where it is there.
OPTIONAL = "keyfob-migrate"


def described(folder, only=None):
    """Returns {the page's name: (what the user types, the description)}.

    only -- the name of one page
    """
    found = {}
    if only is None:
        found = {name: (name, dump(folder, name)) for name in TOOLS}
    for command in dump(folder, "keyfob")["subcommands"]:
        name = f"keyfob-{command['commandName']}"
        if command["commandName"] == "help" or not command.get("shouldDisplay", True) or only not in (None, name):
            continue
        if is_passed_on(command):
            command = passed_on(folder, name, command)
        if command is not None:
            found[name] = (f"keyfob {name.removeprefix('keyfob-')}", command)
    return found


def is_passed_on(command):
    return any(argument.get("parsingStrategy") == "allRemainingInput" for argument in command.get("arguments", []))


def passed_on(folder, name, command):
    """The description by the executable that runs a command: its own one, or keyfob-signin."""
    if os.path.exists(os.path.join(folder, name)):
        return dump(folder, name)
    if name == OPTIONAL:
        return None
    commands = dump(folder, "keyfob-signin")["subcommands"]
    return next(found for found in commands if found["commandName"] == command["commandName"])


def dump(folder, name):
    path = os.path.abspath(os.path.join(folder, name))
    if not os.path.exists(path):
        raise SystemExit(f"{path} is missing. Build it with: make build")
    done = subprocess.run(
        [path, "--experimental-dump-help"], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"},
        capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["command"]
