"""The Python environments of the providers: one for each, because their packages exclude each other's."""

import os
import shutil
import subprocess
import sys


def folder(root, kind):
    return os.path.join(root, "build", "witnesses-openid", kind.name)


def python(root, kind):
    """The interpreter of a provider; the script's own for one that is no Python package."""
    return os.path.join(folder(root, kind), "bin", "python") if kind.packages else sys.executable


def install(root, kinds):
    """Installs the pinned packages of each provider; an environment that has them is not changed."""
    for kind in kinds:
        if not kind.packages:
            continue
        home, wanted = folder(root, kind), "\n".join(kind.packages)
        mark = f"{home}/packages.txt"
        if os.path.exists(mark) and open(mark).read() == wanted:
            continue
        print(f"Installing {' '.join(kind.packages)}", file=sys.stderr)
        shutil.rmtree(home, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        subprocess.run(
            [f"{home}/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *kind.packages],
            stdin=subprocess.DEVNULL, check=True)
        with open(mark, "w") as file:
            file.write(wanted)
