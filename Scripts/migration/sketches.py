"""The code that keyfob-migrate prints for each use: as functions that a compiler can check, in Swift and Objective-C."""

import json
import os
import re
import subprocess

import objc
import objc_header
import objc_names
import tree

PLACES = {
    "clientId": "clientId", "nil for msauth.BUNDLE-ID://auth": "nil", "url": "url", "sourceApplication": "nil",
    "controller": "controller", "webView": "nil", "UUID": "UUID()", "NSUUID": "[NSUUID UUID]", "claims": "claims",
    "userId": "userId", "group without its prefix": "group", "delegate": "delegate", "use(result)": "", "report(error)": "",
}
# What each function takes. A result may be nil; a sketch for a result that is there reads it as such.
SWIFT = """application: MSALPublicClientApplication, configuration: MSALPublicClientApplicationConfig,
        authority: MSALAuthority, authorityText: String, account: MSALAccount, result: MSALResult!, error: NSError,
        parameters: MSALInteractiveTokenParameters, webviewParameters: MSALWebviewParameters, url: URL, source: String?,
        options: [UIApplication.OpenURLOptionsKey: Any], clientId: String, userId: String, resource: String,
        claims: String, group: String, redirect: String, scopes: [String], query: [String: String],
        request: MSALClaimsRequest, controller: UIViewController"""
OBJECTIVE_C = """MSALPublicClientApplication *application, MSALPublicClientApplicationConfig *configuration,
    MSALAuthority *authority, NSString *authorityText, MSALAccount *account, MSALResult *result, NSError *error,
    MSALInteractiveTokenParameters *parameters, MSALWebviewParameters *webviewParameters, NSURL *url, NSString *source,
    NSDictionary *options, NSString *clientId, NSString *userId, NSString *resource, NSString *claims, NSString *group,
    NSArray<NSString *> *scopes, NSDictionary<NSString *, NSString *> *query, UIViewController *controller"""
# Only macOS has the cache that an app stores itself.
ELSEWHERE = {"adal.cache.delegate"}
IMPORTS = {"import MSAL", "#import <MSAL/MSAL.h>"}


def found(tool, name):
    """Returns the findings in a file, each with the code to write."""
    result = subprocess.run([tool, "--json", os.path.join(tree.ROOT, name)], capture_output=True, text=True)
    return [one for one in json.loads(result.stdout)["findings"] if one.get("sketch")]


def filled(sketch, language):
    def place(match):
        if match[1] == "type":
            return ".wkWebView" if language == "Swift" else "MSALWebviewTypeWKWebView"
        return PLACES.get(match[1], match[0])

    return re.sub(r"<#([^#]*)#>", place, sketch)


def is_value(code):
    return "\n" not in code and not re.match(r"let |guard |try |if |\[?application acquire", code) and not re.search(
        r"(?<![=!<>])=(?!=)|;\s*(//.*)?$", code)


def in_swift(findings):
    """Returns a file with a function for each sketch, and the finding for each function's number."""
    lines = ["import MSAL", "import UIKit", "", "class Sketches: UIViewController {"]
    for number, one in enumerate(findings):
        if one["sketch"] in IMPORTS or one["rule"] in ELSEWHERE:
            continue
        code = filled(one["sketch"], "Swift")
        if re.fullmatch(r"(?:MSAL|NS)\w+", code) and code not in ("MSALErrorDomain",) and "Notif" not in code:
            code = f"let type = {code}.self" if not code.startswith("MSALWebAuth") else f"_ = {code}"
        elif is_value(code):
            code = f"_ = {code}"
        lines += [f"    func sketch{number}(", f"        {SWIFT}", "    ) throws {", *code.splitlines(), "    }"]
    return "\n".join(lines + ["}", ""])


def in_objective_c(findings):
    lines = ["@import MSAL;", "@import UIKit;", ""]
    for number, one in enumerate(findings):
        if one["sketch"] in IMPORTS or one["rule"] in ELSEWHERE:
            continue
        code = filled(one["sketch"], "Objective-C")
        if re.fullmatch(r"MSALPromptType|MSALError|MSALCompletionBlock", code):
            code = f"(void)sizeof({code});"
        elif re.fullmatch(r"(?:MSAL|NS)[A-Za-z]+", code) and not re.match(r"MSAL(WebAuth|PromptType|ErrorDomain)", code):
            code = f"(void)[{code} class];"
        elif is_value(code):
            code = f"(void)({code});"
        lines += [f"void sketch{number}(", f"    {OBJECTIVE_C});", f"void sketch{number}(", f"    {OBJECTIVE_C}) {{",
                  "{", *code.splitlines(), "}", "}"]
    return "\n".join(lines + [""])


def located(text, line, findings):
    """Returns the finding whose function a line belongs to."""
    for number in range(line - 1, -1, -1):
        match = re.search(r"\bsketch(\d+)\(", text.splitlines()[number])
        if match:
            one = findings[int(match[1])]
            return f"{one['file']}:{one['line']}: {one['rule']}"
    return "sketches"


def errors(text, output, findings):
    for match in re.finditer(r"^[^:\n]*Sketches\.\w+:(\d+):\d+: (?:fatal )?error: (.*)", output, re.MULTILINE):
        yield f"{located(text, int(match[1]), findings)}: {match[2]}"


def checked_swift(tool, name, folder, options):
    findings = found(tool, name)
    text = in_swift(findings)
    path = objc.write(folder, "Sketches.swift", text)
    command = ["swiftc", "-typecheck", "-swift-version", "5", *options, path]
    result = subprocess.run(command, capture_output=True, text=True)
    faults = list(dict.fromkeys(errors(text, result.stderr, findings)))
    return faults or ([result.stderr] if result.returncode else [])


def checked_objective_c(tool, name, folder):
    findings = found(tool, name)
    faults = objc_header.prepare("iOS", folder)
    if faults:
        return faults
    header, faults = objc_header.emit("MSAL", "iOS", folder)
    if faults:
        return faults
    objc.write(folder, "MSAL-Swift.h", header)
    objc.write(folder, "MSAL.modulemap", 'module MSAL {\n    header "MSAL-Swift.h"\n    export *\n}\n')
    text = in_objective_c(findings)
    path = objc.write(folder, "Sketches.m", text)
    place = os.path.join(tree.ROOT, objc_header.include("MSAL"))
    options = ["-fmodules", f"-fmodules-cache-path={folder}/cache", "-Wall", "-Werror", "-Wno-unused-variable"]
    options += ["-Wno-unused-but-set-variable", f"-fmodule-map-file={objc_names.STUBS}/frameworks.modulemap"]
    options += [f"-fmodule-map-file={place}/module.modulemap", "-I", place, f"-fmodule-map-file={folder}/MSAL.modulemap"]
    result = objc_names.clang("iOS", path, *options)
    faults = list(dict.fromkeys(errors(text, result.stderr, findings)))
    return faults or ([result.stderr] if result.returncode else [])
