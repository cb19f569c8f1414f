import Foundation

/// Finds the changes that an Info.plist or an entitlements file needs when the app moves.
struct PropertyListSearch {
    static func isPropertyList(_ name: String) -> Bool {
        name.hasSuffix("Info.plist") || name.hasSuffix(".entitlements")
    }

    func findings(in file: SourceFile, data: Data) -> [Finding] {
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] else {
            return []
        }
        return file.path.hasSuffix(".entitlements") ? keychain(list, file) : schemes(list, file)
    }

    private func schemes(_ list: [String: Any], _ file: SourceFile) -> [Finding] {
        var findings: [Finding] = []
        let queried = (list["LSApplicationQueriesSchemes"] as? [String] ?? []).map { $0.lowercased() }
        if queried.contains("msauth") || queried.contains("msauthv2") || queried.contains("msauthv3") {
            let missing = ["msauthv2", "msauthv3"].filter { !queried.contains($0) }
            if !missing.isEmpty {
                findings.append(
                    finding(
                        "project.queriedSchemes", file, at: "LSApplicationQueriesSchemes",
                        what:
                            "the app queries a broker's schemes, but not \(missing.joined(separator: " and "))",
                        instead: "Add the schemes that MSAL queries; keep msauth while the app uses ADAL.",
                        library: queried.contains("msauth") ? .adal : .msal,
                        sketch: missing.map { "<string>\($0)</string>" }.joined(separator: "\n")))
            }
        }
        let types = list["CFBundleURLTypes"] as? [[String: Any]] ?? []
        let schemes = types.flatMap { $0["CFBundleURLSchemes"] as? [String] ?? [] }
        let bundleID = list["CFBundleIdentifier"] as? String ?? "$(PRODUCT_BUNDLE_IDENTIFIER)"
        let isBrokered = schemes.first { $0.lowercased().hasPrefix("x-msauth") || $0.lowercased() == "msauth" }
        if let scheme = isBrokered, !schemes.contains(where: { $0.lowercased().hasPrefix("msauth.") }) {
            findings.append(
                finding(
                    "project.redirect", file, at: scheme, what: "the scheme of ADAL's redirect URI for brokers",
                    instead: """
                        It remains valid: pass \(scheme)://\(bundleID) as redirectUri. Or use MSAL's, \
                        msauth.\(bundleID)://auth, with its scheme here and the URI in the registration.
                        """,
                    sketch: "<string>msauth.\(bundleID)</string>"))
        }
        return findings
    }

    private func keychain(_ list: [String: Any], _ file: SourceFile) -> [Finding] {
        let groups = list["keychain-access-groups"] as? [String] ?? []
        let names = groups.map { group in
            guard group.hasPrefix("$("), let end = group.firstIndex(of: ")") else { return group }
            return String(group[group.index(after: end)...])
        }
        let standard = ["com.microsoft.adalcache", "com.microsoft.identity.universalstorage"]
        guard !names.contains(where: standard.contains), let shared = names.dropFirst().first else { return [] }
        return [
            finding(
                "project.keychainGroup", file, at: shared, what: "the keychain group that the suite shares",
                instead: """
                    Set it for MSAL too, so that ADAL's items are found; MSAL's default is \
                    com.microsoft.adalcache.
                    """,
                sketch: "configuration.cacheConfig.keychainSharingGroup = \"\(shared)\"")
        ]
    }

    private func finding(
        _ rule: String, _ file: SourceFile, at text: String, what: String, instead: String,
        library: Rule.Library = .adal, sketch: String
    ) -> Finding {
        let before = file.text.range(of: text).map { file.text[..<$0.lowerBound] } ?? ""
        let lineStart = before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
        return Finding(
            file: file.path, line: before.count { $0 == "\n" } + 1, column: before[lineStart...].utf8.count + 1,
            language: .project, rule: rule, library: library.rawValue, found: text, what: what,
            instead: instead, sketch: sketch)
    }
}
