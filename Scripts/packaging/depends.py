"""The packages with the libraries that a staged package loads."""

import os
import re
import shutil
import subprocess
import tempfile


def depends(root, own):
    """Returns the value of Depends as a list.

    own -- the folders of libraries that come from these packages themselves
    """
    folder = os.path.join(root, "usr/lib/keyfob")
    programs = sorted(os.path.join(folder, name) for name in os.listdir(folder)) if os.path.isdir(folder) else []
    if not programs:
        return []
    own = [name for name in own if os.path.isdir(name)]
    return by_dpkg(programs, own) if shutil.which("dpkg-shlibdeps") else by_loader(programs, own)


def by_dpkg(programs, own):
    with tempfile.TemporaryDirectory() as work:
        os.mkdir(f"{work}/debian")
        with open(f"{work}/debian/control", "w") as control:
            control.write("Source: keyfob\n\nPackage: keyfob\nArchitecture: any\n")
        found = subprocess.run(
            ["dpkg-shlibdeps", "--ignore-missing-info", "-O", *[f"-l{name}" for name in own],
             *[f"-e{os.path.abspath(program)}" for program in programs]],
            cwd=work, capture_output=True, text=True, check=True).stdout
    listed = re.search(r"^shlibs:Depends=(.*)$", found, re.MULTILINE)
    return sorted(listed.group(1).split(", ")) if listed else []


def by_loader(programs, own):
    """Without dpkg-dev: the packages of the files that the loader finds, in whichever version."""
    environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(own)}
    paths = set()
    for program in programs:
        listed = subprocess.run(["ldd", program], env=environment, capture_output=True, text=True, check=True).stdout
        paths |= set(re.findall(r"(?:=> |^\s+)(/\S+)", listed, re.MULTILINE))
    packages = set()
    for path in sorted(paths):
        if os.path.dirname(path) in own:
            continue
        for name in (path, os.path.realpath(path), re.sub(r"^/usr", "", os.path.realpath(path))):
            search = subprocess.run(["dpkg", "--search", name], capture_output=True, text=True)
            if search.returncode == 0:
                packages.add(search.stdout.split(":")[0])
                break
    return sorted(packages)
