#if Server
package import KeyfobCore
import KeyfobSetup

extension SetupExamination {
    /// The findings as the JSON of `keyfob doctor --json`.
    package var json: JSONValue {
        var app: [String: JSONValue] = [
            "platform": .string(subject.facts.platform.rawValue), "schemes": .strings(subject.facts.schemes.sorted()),
            "queriedSchemes": .strings(subject.facts.queriedSchemes),
        ]
        app["bundleId"] = subject.facts.bundleID.map { .string($0) }
        app["clientId"] = subject.clientID.map { .string($0) }
        app["redirectUri"] = RedirectRules(subject).redirectURI.map { .string($0) }
        app["keychainAccessGroups"] = subject.facts.keychainAccessGroups.map { .strings($0) }
        return ["app": .object(app), "findings": .array(findings.map(\.json))]
    }

    /// The findings as readable lines, each with the text to paste.
    package var text: String {
        var lines = ["App \(subject.facts.bundleID ?? "without a known bundle id")"]
        lines.append("  platform  \(subject.facts.platform.rawValue)")
        if let uri = RedirectRules(subject).redirectURI { lines.append("  redirect  \(uri)") }
        if let registration = subject.registration {
            lines.append(
                "  client    "
                    + [registration.clientID, registration.displayName].compactMap { $0 }.joined(separator: " "))
        }
        if let groups = subject.facts.keychainAccessGroups, !groups.isEmpty {
            lines.append("  keychain  \(groups.joined(separator: ", "))")
        }
        lines += findings.isEmpty ? ["  Nothing is wrong."] : findings.flatMap(\.lines)
        return lines.joined(separator: "\n")
    }
}

extension SetupFinding {
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(code.rawValue), "severity": .string(severity.rawValue), "message": .string(message),
            "meaning": .string(meaning), "remedy": .string(remedy),
            "snippets": .array(snippets.map { ["place": .string($0.place.rawValue), "text": .string($0.text)] }),
        ]
        members["msalInternalCode"] = msalInternalCode.map { .integer($0) }
        members["adalCode"] = adalCode.map { .integer($0) }
        return .object(members)
    }

    fileprivate var lines: [String] {
        var lines = ["", "\(severity == .error ? "PROBLEM" : "WARNING")  \(code)", "  \(message)", "  \(meaning)"]
        lines.append("  What to do: \(remedy)")
        for snippet in snippets {
            lines.append("  \(snippet.place.title):")
            lines += snippet.text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        }
        return lines
    }
}

extension SetupSnippet.Place {
    fileprivate var title: String {
        switch self {
        case .infoPlist: "In Info.plist"
        case .entitlements: "In the entitlements"
        case .registration: "At the registration"
        case .source: "In the source"
        }
    }
}
#endif
