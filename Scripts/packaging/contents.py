"""What each package contains."""

import glob
import os
import re
import shutil
import subprocess

from archive import PROJECT, compressed, write
from licences import copyright

HERE = os.path.dirname(os.path.abspath(__file__))
PAGES = os.path.join(PROJECT, "docs", "man", "man1")
# The executables are in one folder, where each finds the others, and Swift's libraries; /usr/bin has links to them.
FOLDER = "usr/lib/keyfob"
RUNTIME = "keyfob-swift"

PACKAGES = {
    "keyfob": {
        "executables": ["keyfob", "keyfob-signin", "keyfob-migrate"],
        "recommends": "libsystemd0, ca-certificates, keyfob-idp",
        "suggests": "keyfob-broker",
        "summary": "sign in once for every app of a suite, on the command line",
        "text": ["Signs a user in with OpenID Connect or Microsoft Entra ID, and returns tokens",
                 "from a store that all apps of a suite share."],
    },
    "keyfob-idp": {
        "executables": ["keyfob-idp"],
        "pages": ["keyfob-idp"],
        "depends": ["passwd"],
        "suggests": "keyfob",
        "summary": "local identity provider that behaves as Microsoft Entra ID",
        "text": ["For development and tests, offline: OAuth 2.0, OpenID Connect and SAML 2.0, with",
                 "users, groups, policies and a movable clock. It is not meant for production.", ".",
                 "The service is not started by itself: systemctl enable --now keyfob-idp."],
        "files": [("keyfob-idp.service", "usr/lib/systemd/system/keyfob-idp.service"),
                  ("keyfob-idp.sysusers", "usr/lib/sysusers.d/keyfob-idp.conf"),
                  ("keyfob-idp.default", "etc/default/keyfob-idp"),
                  ("stand-in.conf", "usr/share/doc/keyfob-idp/examples/stand-in.conf")],
        "conffiles": ["/etc/default/keyfob-idp"],
        "scripts": ["postinst", "prerm", "postrm"],
    },
    "keyfob-broker": {
        "executables": ["keyfob-broker", "keyfob-device"],
        "pages": ["keyfob-broker", "keyfob-device"],
        "depends": ["util-linux"],
        "recommends": "uidmap, keyfob",
        "summary": "broker for apps of several vendors, and a simulated device to test with",
        "text": ["The broker holds the password pages, the device key and the primary refresh token",
                 "for apps. The device simulates an iPhone's rules about apps, URLs and keychains;",
                 "the broker runs on it as an app."],
        "files": [("keyfob-device.service", "usr/lib/systemd/user/keyfob-device.service")],
    },
    RUNTIME: {
        "executables": [],
        "summary": "Swift's libraries for keyfob's executables",
        "text": ["Only for packages of a debug build, whose executables load these libraries."],
    },
}

SHELLS = [("bash", "share/bash-completion/completions/{}"), ("zsh", "share/zsh/{}/_{}"),
          ("fish", "share/fish/vendor_completions.d/{}.fish")]


def stage(name, root, binaries, version, moment):
    """Puts a package's files under a root."""
    package = PACKAGES.get(name, {})
    programs(name, f"{root}/usr", binaries)
    if name == RUNTIME:
        for library, path in sorted(binaries.libraries.items()):
            install(path, f"{root}/{FOLDER}/{library}", 0o644)
    for source, place in package.get("files", []):
        install(f"{HERE}/debian/{source}", f"{root}/{place}", 0o644)
    documents = f"{root}/usr/share/doc/{name}"
    write(f"{documents}/copyright", copyright().encode())
    with open(f"{PROJECT}/CHANGELOG.md", "rb") as changes:
        write(f"{documents}/changelog.gz", compressed(changes.read()))
    write(f"{documents}/changelog.Debian.gz", compressed(changelog(name, version, moment).encode()))


def programs(name, prefix, binaries, zsh="vendor-completions"):
    """Puts a package's executables, manual pages and completions under a prefix such as /usr.

    zsh -- the folder in which zsh searches for completions: a package's, or site-functions
    """
    for executable in filter(binaries.has, PACKAGES[name]["executables"]):
        install(binaries.path(executable), f"{prefix}/lib/keyfob/{executable}", 0o755)
        link(f"../lib/keyfob/{executable}", f"{prefix}/bin/{executable}")
        if executable in ("keyfob-migrate", "keyfob-signin"):
            # Run by keyfob, whose completions have their commands.
            continue
        for shell, place in SHELLS:
            script = binaries.run(executable, "--generate-completion-script", shell)
            path = place.format(zsh, executable) if shell == "zsh" else place.format(executable)
            write(f"{prefix}/{path}", script.encode())
    for page in pages(name):
        with open(f"{PAGES}/{page}.1", "rb") as written:
            write(f"{prefix}/share/man/man1/{page}.1.gz", compressed(written.read()))
    if "keyfob-signin" in PACKAGES[name]["executables"]:
        link("keyfob-login.1.gz", f"{prefix}/share/man/man1/keyfob-signin.1.gz")


def pages(name):
    """The names of a package's manual pages: keyfob has the one of every command that no other package has."""
    if name != "keyfob":
        return PACKAGES[name].get("pages", [])
    elsewhere = {page for package in PACKAGES.values() for page in package.get("pages", [])}
    written = {os.path.basename(path).removesuffix(".1") for path in glob.glob(f"{PAGES}/*.1")}
    return sorted(written - elsewhere)


def link(target, path):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.lexists(path):
        os.remove(path)
    os.symlink(target, path)


def install(source, target, mode):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    # An executable that is running cannot be written, but replaced.
    draft = f"{target}.new"
    shutil.copyfile(source, draft)
    os.chmod(draft, mode)
    # What a debugger needs is most of an executable. Where strip is missing, the package is larger.
    if target.endswith(".so") or re.search(r"/lib/keyfob/[a-z-]+$", target):
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment", draft], check=True)
    os.replace(draft, target)


def changelog(name, version, moment):
    day = subprocess.run(
        ["date", "--utc", "--rfc-email", f"--date=@{moment}"], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        capture_output=True, text=True, check=True).stdout.strip()
    return (f"{name} ({version}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n"
            f" -- The Keyfob authors <keyfob@localhost>  {day}\n")
