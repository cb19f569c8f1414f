public import KeyfobCore

/// What an administrator laid down about the use of the broker: rules for some apps, or for the whole device.
///
/// The JSON of the managed configuration: `{"shared_device": false, "browsers": ["bundle.id"], "rules": [{"apps": ["*"] |
/// ["bundle.id", "team:T1"], "deny": true, "tenants": ["id"], "verified_callers_only": true, "registered_devices_only":
/// true}]}`. Every rule that
/// names an app, by `*`, bundle id or team, has to be kept; an app that none names is free.
public struct ManagedPolicy: Sendable, Hashable {
    /// One rule.
    public struct Rule: Sendable, Hashable {
        /// Whom it is about: bundle ids, `team:` and a team id, or `*` for every app.
        public var apps: Set<String>
        /// Whether these apps get nothing from the broker.
        public var isDenied = false
        /// The tenants whose accounts these apps may use, by id; nil for all.
        public var tenants: Set<String>?
        /// Whether these apps get nothing unless the operating system vouches for them.
        public var wantsVerifiedCaller = false
        /// Whether these apps get tokens only for accounts in whose tenant the device is registered.
        public var wantsRegisteredDevice = false

        /// Makes a rule that forbids nothing.
        public init(apps: Set<String>) { self.apps = apps }
    }

    /// The rules.
    public var rules: [Rule] = []
    /// Whether the device is shared: one account at a time, and who signs out does so for every app.
    public var isSharedDevice = false
    /// The bundle ids of the browsers: they alone are given what signs a browser in, which is worth more than a token of
    /// their own, for it signs in to every app that has no bundle id registered. None unless it is said.
    public var browsers: Set<String> = []

    /// Makes a policy without rules.
    public init() {}

    /// The rules about an app. Where its team is not known, as over URLs, those about any team are rules about it, too: else
    /// an app would leave its team's rules behind by asking that way.
    func rules(about bundleID: String, team: String?) -> [Rule] {
        rules.filter { rule in
            rule.apps.contains("*") || rule.apps.contains(bundleID)
                || team.map { rule.apps.contains("team:\($0)") } ?? rule.apps.contains { $0.hasPrefix("team:") }
        }
    }

    /// Checks whether an app may use the broker at all.
    ///
    /// A team counts only if the operating system told it; a rule about a team is then not met by claiming another.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ app: RequestingApp, team: String?) throws(AuthError) {
        for rule in rules(about: app.bundleID, team: team) {
            guard !rule.isDenied else {
                throw .policy("The organization does not let \(app.bundleID) use the broker.")
            }
            guard !rule.wantsVerifiedCaller || app.isVerified else {
                throw .policy("The organization wants the device to say which app asks, and it does not.")
            }
        }
    }

    /// Whether an app gets tokens only where the device is registered.
    func wantsRegisteredDevice(_ app: RequestingApp, team: String?) -> Bool {
        rules(about: app.bundleID, team: team).contains { $0.wantsRegisteredDevice }
    }

    /// Checks whether an app may use an account.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(
        _ app: RequestingApp, team: String?, account: HeldAccount, isRegistered: Bool
    ) throws(AuthError) {
        for rule in rules(about: app.bundleID, team: team) {
            guard rule.tenants.map({ $0.contains(account.tenantID.lowercased()) }) ?? true else {
                throw .policy("The organization does not let \(app.bundleID) use accounts of that tenant.")
            }
            guard !rule.wantsRegisteredDevice || isRegistered else {
                throw .policy("The organization wants the device to be registered before \(app.bundleID) signs in.")
            }
        }
    }
}

extension ManagedPolicy {
    /// Reads a managed configuration, strictly: what is misspelled is never taken for what is allowed.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if a member is not known or of another type.
    public init(json: JSONValue) throws(AuthError) {
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
        self.init(apps: apps)
        isDenied = try flag("deny")
        tenants = try texts("tenants").map { Set($0.map { $0.lowercased() }) }
        wantsVerifiedCaller = try flag("verified_callers_only")
        wantsRegisteredDevice = try flag("registered_devices_only")
    }
}

extension AuthError {
    fileprivate static func policy(_ message: String) -> AuthError {
        AuthError(
            .configuration, origin: .broker, message: message,
            remedy: "Ask the administrator, who laid this down in the broker's managed configuration.")
    }

    fileprivate static func badPolicy(_ what: String) -> AuthError {
        .configuration(
            "The broker's managed configuration is not understood: \(what).",
            remedy: "Correct it; until then the broker does not start.")
    }
}
