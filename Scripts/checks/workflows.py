"""Checks the workflows in .github: against GitHub's schema, and that what they name exists.

The schema is a part of check-jsonschema, which Scripts/witnesses installs; checking is then offline. Without that
environment only the names are checked: scripts, make's targets, the package's products, and the apps of Examples/Apple.
"""

import os
import re
import subprocess

import tree

FOLDER = ".github/workflows/"
TOOL = os.path.join(tree.ROOT, "build", "witnesses", "bin", "check-jsonschema")
SCHEMAS = ["vendor.github-workflows", "custom.github-workflows-require-timeout"]
PROJECT = "Examples/Apple/project.yml"


def against_schema(paths):
    for schema in SCHEMAS:
        command = [TOOL, "--builtin-schema", schema, *(os.path.join(tree.ROOT, path) for path in paths)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            text = (result.stdout + result.stderr).replace(tree.ROOT + "/", "")
            yield from (line for line in text.splitlines() if line.strip())


def listed(text, name):
    """Returns the values of a matrix, in a list or in the entries of `include`."""
    found = []
    for values in re.findall(rf"^ +{name}: \[(.*)\]$", text, re.MULTILINE):
        found += [value.strip(' "') for value in values.split(",")]
    return found + re.findall(rf"\{{[^}}]*\b{name}: (\w+)", text)


def entries(text, key):
    """Returns the names directly under a key of a YAML file."""
    section = re.search(rf"^{key}:\n((?:[ #].*\n|\n)*)", text, re.MULTILINE)
    return set(re.findall(r"^  (\w+):", section[1], re.MULTILINE)) if section else set()


def missing(path, products, apps, targets):
    text = tree.read(path)
    for script in re.findall(r"(?<![\w/])((?:Scripts|\.ci|Examples)/[\w./-]+)", text):
        if not os.path.exists(os.path.join(tree.ROOT, script)) and not script.endswith(".xcodeproj"):
            yield f"{path}: {script} does not exist"
    for target in re.findall(r"\bmake (\w+)", text):
        if target not in targets:
            yield f"{path}: make has no target {target}"
    named = listed(text, "scheme") + re.findall(r"-scheme (\w+)", text) + re.findall(r"--product (\w+)", text)
    for loop in re.findall(r"for product in ([\w ]+);", text):
        named += loop.split()
    for name in named:
        if name not in products | apps:
            yield f"{path}: neither Package.swift nor {PROJECT} has {name}"


def in_project(text, products):
    """Yields what the project names and does not exist."""
    folder = os.path.dirname(PROJECT)
    for sources in re.findall(r"sources: \[(.*)\]", text):
        if not os.path.isdir(os.path.join(tree.ROOT, folder, sources)):
            yield f"{PROJECT}: {sources} does not exist"
    for product in re.findall(r"product: (\w+)", text):
        if product not in products:
            yield f"{PROJECT}: Package.swift has no product {product}"


def check(faults):
    paths = [path for path in tree.paths() if path.startswith(FOLDER)]
    manifest = tree.manifest(faults)
    if not manifest:
        return []
    products = {product["name"] for product in manifest["products"]}
    # Examples has a library for Xcode only; reading its manifest would resolve Keyfob once more.
    examples = set(re.findall(r"\.library\(name: \"(\w+)\"", tree.read("Examples/Package.swift")))
    project = tree.read(PROJECT)
    targets = set(re.findall(r"^(\w+):", tree.read("Makefile"), re.MULTILINE))
    faults += in_project(project, products)
    for path in paths:
        faults += missing(path, products | examples, entries(project, "targets"), targets)
    modules = {target["name"] for target in manifest["targets"]}
    for listed_modules in re.findall(r"documentation_targets: \[(.*)\]", tree.read(".spi.yml")):
        faults += [
            f".spi.yml: Package.swift has no target {name}"
            for name in re.split(r", *", listed_modules) if name not in modules]
    if not os.path.exists(TOOL):
        return ["the schema was not checked: run Scripts/witnesses, which installs check-jsonschema"]
    faults += against_schema(paths)
    return []


if __name__ == "__main__":
    faults = []
    warnings = check(faults)
    tree.finish(faults, warnings)
