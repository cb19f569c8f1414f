package import KeyfobCore

extension ManagedPolicy {
    /// Reads a managed configuration strictly: a misspelled member is an error, so that no rule is silently ignored.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if a member is unknown or of the wrong type.
    package init(json: JSONValue) throws(AuthError) {
        guard let members = json.objectValue, Set(members.keys).isSubset(of: ["rules", "shared_device", "browsers"])
        else {
            throw .badPolicy("it knows the members browsers, rules and shared_device")
        }
        if let shared = members["shared_device"] {
            guard let value = shared.boolValue else { throw .badPolicy("shared_device is true or false") }
            isSharedDevice = value
        }
        if let value = members["browsers"] {
            guard let list = value.arrayValue, list.allSatisfy({ $0.stringValue != nil }) else {
                throw .badPolicy("browsers is a list of bundle ids")
            }
            browsers = Set(list.compactMap(\.stringValue))
        }
        guard let rows = members["rules"] else { return }
        guard let rows = rows.arrayValue else { throw .badPolicy("rules is a list") }
        for row in rows { rules.append(try Rule(json: row)) }
    }
}

extension ManagedPolicy.Rule {
    private static let names: Set<String> = [
        "apps", "deny", "tenants", "verified_callers_only", "registered_devices_only",
    ]

    fileprivate init(json: JSONValue) throws(AuthError) {
        guard let members = json.objectValue, Set(members.keys).isSubset(of: Self.names) else {
            throw .badPolicy("a rule knows the members \(Self.names.sorted().joined(separator: ", "))")
        }
        func texts(_ name: String) throws(AuthError) -> Set<String>? {
            guard let value = members[name] else { return nil }
            guard let list = value.arrayValue, list.allSatisfy({ $0.stringValue != nil }) else {
                throw .badPolicy("\(name) is a list of texts")
            }
            return Set(list.compactMap(\.stringValue))
        }
        func flag(_ name: String) throws(AuthError) -> Bool {
            guard let value = members[name] else { return false }
            guard let flag = value.boolValue else { throw .badPolicy("\(name) is true or false") }
            return flag
        }
        guard let apps = try texts("apps"), !apps.isEmpty else {
            throw .badPolicy("a rule names apps: bundle ids, team:TEAM-ID, or * for all")
        }
        // A name that no app can have would apply to no app.
        if let odd = apps.sorted().first(where: { !Self.isName($0) }) {
            throw .badPolicy("\(odd) is no bundle id, no team:TEAM-ID, and not *")
        }
        self.init(apps: apps)
        isDenied = try flag("deny")
        tenants = try texts("tenants").map { Set($0.map { $0.lowercased() }) }
        wantsVerifiedCaller = try flag("verified_callers_only")
        wantsRegisteredDevice = try flag("registered_devices_only")
    }
}

extension ManagedPolicy.Rule {
    private static func isName(_ text: String) -> Bool {
        if text == "*" { return true }
        let name = text.hasPrefix("team:") ? text.dropFirst("team:".count) : text[...]
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                    || byte == 0x2D || byte == 0x2E
            }
    }
}

extension AuthError {
    fileprivate static func badPolicy(_ what: String) -> AuthError {
        .configuration(
            "The broker's managed configuration is not understood: \(what).",
            remedy: "Correct it; until then the broker does not start.")
    }
}
