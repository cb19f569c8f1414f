"""The executables of a build, and the libraries of Swift that they load."""

import os
import re
import subprocess
import sys

# Built by `make migrate`, and packaged where it is there.
OPTIONAL = {"keyfob-migrate"}


class Binaries:
    def __init__(self, folder):
        self.folder = folder
        if not os.access(self.path("keyfob"), os.X_OK):
            sys.exit(f"{folder} has no executables. Build them with: make build CONFIG=release")
        self.libraries = self._libraries()

    def path(self, name):
        return os.path.join(self.folder, name)

    def has(self, name):
        if os.path.exists(self.path(name)):
            return True
        if name in OPTIONAL:
            return False
        sys.exit(f"{self.path(name)} is missing. Build it with: make build CONFIG=release")

    def run(self, name, *arguments):
        """What an executable prints, which depends on nothing of this machine."""
        environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            [os.path.abspath(self.path(name)), *arguments], env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    def version(self):
        return self.run("keyfob", "--version").split()[-1].replace("-", "~", 1)

    def _libraries(self):
        """Swift's libraries that any of the executables loads, from the toolchain's folder: {name: path}."""
        found = {}
        for name in sorted(os.listdir(self.folder)):
            if not re.fullmatch(r"keyfob(-[a-z]+)?", name) or not os.path.isfile(self.path(name)):
                continue
            listed = subprocess.run(["ldd", self.path(name)], capture_output=True, text=True, check=True).stdout
            for library, path in re.findall(r"^\s*(\S+) => (/\S+)", listed, re.MULTILINE):
                if "/swift/linux/" in path:
                    found[library] = path
        return found
