"""What each package contains."""

import os
import re
import shutil
import subprocess

from archive import PROJECT, compressed, write
from licences import copyright
from manual import page

HERE = os.path.dirname(os.path.abspath(__file__))
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

SHELLS = [("bash", "usr/share/bash-completion/completions/{}"), ("zsh", "usr/share/zsh/vendor-completions/_{}"),
          ("fish", "usr/share/fish/vendor_completions.d/{}.fish")]


def stage(name, root, binaries, version, moment):
    """Puts a package's files under a root."""
    package = PACKAGES.get(name, {})
    for executable in filter(binaries.has, package["executables"]):
        install(binaries.path(executable), f"{root}/{FOLDER}/{executable}", 0o755)
        os.makedirs(f"{root}/usr/bin", exist_ok=True)
        os.symlink(f"../lib/keyfob/{executable}", f"{root}/usr/bin/{executable}")
        if executable == "keyfob-migrate":
            continue
        if executable == "keyfob-signin":
            # It performs commands of keyfob, whose page and completions have them.
            os.symlink("keyfob.1.gz", f"{root}/usr/share/man/man1/{executable}.1.gz")
            continue
        write(f"{root}/usr/share/man/man1/{executable}.1.gz", compressed(manual(executable, binaries)))
        for shell, place in SHELLS:
            script = binaries.run(executable, "--generate-completion-script", shell)
            write(f"{root}/{place.format(executable)}", script.encode())
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


def manual(executable, binaries):
    """An executable's manual page; keyfob's is written by hand."""
    if executable == "keyfob":
        with open(f"{PROJECT}/docs/keyfob.1", "rb") as written:
            return written.read()
    return page(binaries.run(executable, "--experimental-dump-help")).encode()


def install(source, target, mode):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copyfile(source, target)
    os.chmod(target, mode)
    # What a debugger needs is most of an executable. Where strip is missing, the package is larger.
    if target.endswith(".so") or re.search(r"/usr/lib/keyfob/[a-z-]+$", target):
        if shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", "--remove-section=.comment", target], check=True)


def changelog(name, version, moment):
    day = subprocess.run(
        ["date", "--utc", "--rfc-email", f"--date=@{moment}"], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        capture_output=True, text=True, check=True).stdout.strip()
    return (f"{name} ({version}) unstable; urgency=medium\n\n  * See changelog.gz.\n\n"
            f" -- The Keyfob authors <keyfob@localhost>  {day}\n")
