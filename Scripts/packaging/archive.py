"""A staged package as an archive, with the same bytes for the same content."""

import gzip
import hashlib
import os
import subprocess
import sys

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))


def epoch():
    """The time of everything in the packages, in seconds since 1970."""
    if os.environ.get("SOURCE_DATE_EPOCH"):
        return int(os.environ["SOURCE_DATE_EPOCH"])
    git = ["git", "-c", "safe.directory=*", "-C", PROJECT, "log", "-1", "--format=%ct"]
    commit = subprocess.run(git, capture_output=True, text=True)
    if commit.returncode == 0 and commit.stdout.strip():
        return int(commit.stdout)
    return int(os.stat(f"{PROJECT}/CHANGELOG.md").st_mtime)


def compressed(content):
    return gzip.compress(content, 9, mtime=0)


def write(path, content, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, mode)


def files(root):
    """The regular files under a root, sorted, with paths from it."""
    found = []
    for folder, _, names in os.walk(root):
        paths = [os.path.join(folder, name) for name in names]
        found += [os.path.relpath(path, root) for path in paths if not os.path.islink(path)]
    return sorted(name for name in found if not name.startswith("DEBIAN/"))


def build(name, root, version, depends, moment, options):
    """Adds the control files, and packs the root. Returns the archive's path."""
    from contents import PACKAGES

    package = PACKAGES[name]
    content = files(root)
    size = sum(os.path.getsize(os.path.join(root, file)) for file in content)
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True).stdout.strip()
    fields = [
        ("Package", name), ("Version", version), ("Architecture", architecture),
        ("Maintainer", "The Keyfob authors <keyfob@localhost>"), ("Installed-Size", (size + 1023) // 1024),
        ("Depends", ", ".join(package.get("depends", []) + depends)), ("Recommends", package.get("recommends")),
        ("Suggests", package.get("suggests")), ("Section", "utils"), ("Priority", "optional"),
        ("Description", "\n ".join([package["summary"], *package["text"]])),
    ]
    control = "".join(f"{field}: {value}\n" for field, value in fields if value)
    write(f"{root}/DEBIAN/control", control.encode())
    sums = []
    for file in content:
        with open(os.path.join(root, file), "rb") as opened:
            sums.append(f"{hashlib.md5(opened.read(), usedforsecurity=False).hexdigest()}  {file}\n")
    write(f"{root}/DEBIAN/md5sums", "".join(sums).encode())
    if package.get("conffiles"):
        write(f"{root}/DEBIAN/conffiles", "".join(f"{file}\n" for file in package["conffiles"]).encode())
    for script in package.get("scripts", []):
        with open(f"{HERE}/debian/{name}.{script}", "rb") as opened:
            write(f"{root}/DEBIAN/{script}", opened.read(), 0o755)
    for folder, folders, names in os.walk(root):
        for entry in folders + names + ["."]:
            path = os.path.join(folder, entry)
            if os.path.isdir(path) and not os.path.islink(path):
                os.chmod(path, 0o755)
            os.utime(path, (moment, moment), follow_symlinks=False)
    archive = os.path.join(options.output, f"{name}_{version}_{architecture}.deb")
    done = subprocess.run(
        ["dpkg-deb", "--root-owner-group", f"-Z{options.compression}", "--build", root, archive],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(moment)}, stdout=subprocess.DEVNULL)
    if done.returncode != 0:
        sys.exit(f"dpkg-deb could not build {archive}.")
    return archive
