"""The repositories, their pinned commits, and their files."""

import os
import shutil
import subprocess
import urllib.error
import urllib.request

import tree

SOURCES = {
    "objc2": ("objc2-generated", "madsmtm/objc2-generated", "fff28a8e2889d32c2a832672a94eeff42cd6c6d2"),
    "macios": ("macios", "dotnet/macios", "d0107f435002688f0f6dd9241ddeca330b181630"),
    "PyObjC": ("pyobjc", "ronaldoussoren/pyobjc", "a5e1365f31c91c22d5b931f939eb27bd2936d056"),
    "WebKit": ("WebKit", "WebKit/WebKit", "06dcb620a8a96ca6674eb2914d92e35c630d85b2"),
}
MACIOS = {
    "UIKit": "src/uikit.cs", "AppKit": "src/appkit.cs", "WebKit": "src/webkit.cs",
    "AuthenticationServices": "src/authenticationservices.cs", "SafariServices": "src/safariservices.cs",
}
PYOBJC = {
    "AppKit": "pyobjc-framework-Cocoa/metadata/raw.AppKit/arm64-26.5.fwinfo",
    "AuthenticationServices": "pyobjc-framework-AuthenticationServices/metadata/raw/arm64-26.5.fwinfo",
    "WebKit": "pyobjc-framework-WebKit/metadata/raw.wk/arm64-26.5.fwinfo",
    "Security": "pyobjc-framework-Security/metadata/raw/arm64-26.5.fwinfo",
}
WEBKIT_HEADERS = ["WKNavigationDelegate", "WKWebView"]


class Reader:
    """Reads the files of the pinned commits."""

    def __init__(self, folder):
        self.folder = folder
        self.cache = {}

    def text(self, source, path):
        key = source, path
        if key not in self.cache:
            self.cache[key] = self.read(*SOURCES[source], path)
        return self.cache[key]

    def read(self, name, repository, commit, path):
        if self.folder is None:
            return self.download(repository, commit, path)
        place = os.path.join(self.folder, name)
        if os.path.exists(os.path.join(place, path)):
            with open(os.path.join(place, path), encoding="utf-8") as file:
                return file.read()
        shown = subprocess.run(["git", "-C", place, "show", f"{commit}:{path}"], capture_output=True, text=True)
        return shown.stdout if shown.returncode == 0 else ""

    def download(self, repository, commit, path):
        kept = os.path.join(tree.ROOT, "build", "apple-facts", repository, commit, path)
        if not os.path.exists(kept):
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            url = f"https://raw.githubusercontent.com/{repository}/{commit}/{path}"
            try:
                with urllib.request.urlopen(url, timeout=60) as response, open(kept, "wb") as file:
                    shutil.copyfileobj(response, file)
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    raise
                open(kept, "w").close()
        with open(kept, encoding="utf-8") as file:
            return file.read()
