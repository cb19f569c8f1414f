"""Requires that each product for apps has a privacy manifest that names the uses of what Apple asks a reason for.

Apple lists calls whose use an app or an SDK has to explain ("Describing use of required reason API"). This check
searches for them in the modules of a product, and compares them with the product's PrivacyInfo.xcprivacy: a category
that is used and not declared is an error, and so is one that is declared and not used, or another category's reason.
"""

import plistlib
import re
from xml.parsers.expat import ExpatError

import tree

PRODUCTS = ["Keyfob", "MSAL", "ADAL"]
PREFIX = "NSPrivacyAccessedAPICategory"
# What belongs to each category, and the reasons that Apple accepts for it.
CATEGORIES = {
    "FileTimestamp": (
        r"\b(?:l|f)?stat\(|\bfstatat\(|\bgetattrlist\w*\(|\bfgetattrlist\(|\.(?:creation|modification)Date\b"
        r"|content(?:Modification|Access)DateKey|\bcreationDateKey\b|\battributesOfItem\(",
        {"DDA9.1", "C617.1", "3B52.1", "0A2A.1"}),
    "SystemBootTime": (r"\bsystemUptime\b|\bmach_absolute_time\(", {"35F9.1", "8FFB.1", "3D61.1"}),
    "DiskSpace": (
        r"\bf?statv?fs\(|volumeAvailableCapacity\w*Key|volumeTotalCapacityKey|\.system(?:Free)?Size\b",
        {"85F4.1", "E174.1", "7D9E.1", "B728.1"}),
    "ActiveKeyboards": (r"\bactiveInputModes\b", {"3EC4.1", "54BD.1"}),
    "UserDefaults": (r"\bUserDefaults\b", {"CA92.1", "1C8F.1", "C56D.1", "AC6B.1"}),
}
# C's structures have the names of the functions, and take no arguments.
STRUCTURE = re.compile(r"=\s*stat(?:v?fs)?\(\)")


def modules(product, targets):
    """Returns a product's own modules: its target and those that it depends on."""
    found, waiting = set(), [product]
    while waiting:
        name = waiting.pop()
        if name in targets and name not in found:
            found.add(name)
            for dependency in targets[name]["dependencies"]:
                waiting += [value[0] for kind, value in dependency.items() if kind in ("byName", "target")]
    return found


def used(names):
    """Returns the categories that modules use, each with the first place."""
    found = {}
    for path in tree.swift("Sources"):
        if path.split("/")[1] not in names:
            continue
        for number, line in enumerate(tree.read(path).splitlines(), 1):
            code = STRUCTURE.sub("", re.sub(r"//.*", "", line))
            for category, (pattern, _) in CATEGORIES.items():
                if re.search(pattern, code):
                    found.setdefault(category, f"{path}:{number}")
    return found


def declared(path):
    """Yields what a manifest declares: category and reasons."""
    with open(f"{tree.ROOT}/{path}", "rb") as file:
        manifest = plistlib.load(file)
    if manifest["NSPrivacyTracking"] is not False or manifest["NSPrivacyTrackingDomains"] != []:
        raise ValueError("declares tracking")
    if manifest["NSPrivacyCollectedDataTypes"] != []:
        raise ValueError("declares that data is collected")
    for entry in manifest["NSPrivacyAccessedAPITypes"]:
        yield entry["NSPrivacyAccessedAPIType"].removeprefix(PREFIX), entry["NSPrivacyAccessedAPITypeReasons"]


def compare(product, targets):
    path = f"Sources/{product}/PrivacyInfo.xcprivacy"
    try:
        listed = dict(declared(path))
    except (OSError, ValueError, KeyError, TypeError, plistlib.InvalidFileException, ExpatError) as error:
        yield f"{path}: cannot be read: {type(error).__name__}: {error}"
        return
    places = used(modules(product, targets))
    for category in sorted(places.keys() - listed.keys()):
        yield f"{path}: {PREFIX}{category} is missing, and {places[category]} needs it"
    for category in sorted(listed.keys() - places.keys()):
        yield f"{path}: {PREFIX}{category} is declared, and nothing in {product} uses it"
    for category in sorted(listed.keys() & places.keys()):
        for reason in sorted(set(listed[category]) - CATEGORIES[category][1]) or [None] * (not listed[category]):
            yield f"{path}: {reason} is no reason for {PREFIX}{category}"
    target = targets[product]
    resources = [resource["path"] for resource in target["resources"]]
    # Package.swift has the manifest as a resource on Apple's systems, and excludes it on others.
    if "PrivacyInfo.xcprivacy" not in resources + target["exclude"]:
        yield f"Package.swift: {product} neither copies nor excludes PrivacyInfo.xcprivacy"


if __name__ == "__main__":
    faults = []
    manifest = tree.manifest(faults)
    if manifest:
        targets = {target["name"]: target for target in manifest["targets"]}
        faults += [fault for product in PRODUCTS for fault in compare(product, targets)]
    tree.finish(faults)
