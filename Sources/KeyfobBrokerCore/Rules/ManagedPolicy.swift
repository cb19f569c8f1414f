import KeyfobBrokerProtocol
import KeyfobCore

/// What an administrator laid down about the use of the broker: rules for some apps, or for the whole device.
///
/// The JSON of the managed configuration: `{"shared_device": false, "browsers": ["bundle.id"], "rules": [{"apps": ["*"] |
/// ["bundle.id", "team:T1"], "deny": true, "tenants": ["id"], "verified_callers_only": true, "registered_devices_only":
/// true}]}`. Every rule that names an app, by `*`, bundle id or team, has to be kept; an app that none names is free.
public struct ManagedPolicy: Sendable, Hashable {
    /// One rule.
    public struct Rule: Sendable, Hashable {
        /// Whom it is about, in lower case: bundle ids, `team:` and a team id, or `*` for every app. A rule that binds an
        /// app binds it however it is written.
        public let apps: Set<String>
        /// Whether these apps get nothing from the broker.
        public var isDenied = false
        /// The tenants whose accounts these apps may use, by id; nil for all.
        public var tenants: Set<String>?
        /// Whether these apps get nothing unless the operating system vouches for them.
        public var wantsVerifiedCaller = false
        /// Whether these apps get tokens only for accounts in whose tenant the device is registered.
        public var wantsRegisteredDevice = false

        /// Makes a rule that forbids nothing.
        public init(apps: Set<String>) { self.apps = Set(apps.map { $0.lowercased() }) }
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

    /// The rules about the app that asks, as the device names it. What a URL says of its sender is a claim: where the device
    /// names no app, every rule is about the app, and where it does not say whose team the app is of, those about any
    /// team are. Else an app would leave its rules behind by asking that way, in another spelling or another's name.
    func rules(about caller: CallerIdentity?) -> [Rule] {
        guard let caller else { return rules }
        let bundleID = caller.bundleID.lowercased()
        let team = caller.teamID.map { "team:\($0.lowercased())" }
        return rules.filter { rule in
            rule.apps.contains("*") || rule.apps.contains(bundleID)
                || team.map { rule.apps.contains($0) } ?? rule.apps.contains { $0.hasPrefix("team:") }
        }
    }

    /// Checks whether an app may use the broker at all.
    ///
    /// A team counts only if the operating system told it; a rule about a team is then not met by claiming another.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ app: RequestingApp, caller: CallerIdentity?) throws(AuthError) {
        for rule in rules(about: caller) {
            guard !rule.isDenied else { throw .denied(app, caller) }
            guard !rule.wantsVerifiedCaller || app.isVerified else {
                throw .policy("The organization wants the device to say which app asks, and it does not.")
            }
        }
    }

    /// Whether an app gets tokens only where the device is registered.
    func wantsRegisteredDevice(_ caller: CallerIdentity?) -> Bool {
        rules(about: caller).contains { $0.wantsRegisteredDevice }
    }

    /// Checks whether an app may use an account.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(
        _ app: RequestingApp, caller: CallerIdentity?, account: HeldAccount, isRegistered: Bool
    ) throws(AuthError) {
        for rule in rules(about: caller) {
            guard rule.tenants.map({ $0.contains(account.tenantID.lowercased()) }) ?? true else {
                throw .policy("The organization does not let \(app.bundleID) use accounts of that tenant.")
            }
            guard !rule.wantsRegisteredDevice || isRegistered else {
                throw .policy("The organization wants the device to be registered before \(app.bundleID) signs in.")
            }
        }
    }
}

extension AuthError {
    fileprivate static func denied(_ app: RequestingApp, _ caller: CallerIdentity?) -> AuthError {
        guard caller == nil else { return policy("The organization does not let \(app.bundleID) use the broker.") }
        return AuthError(
            .configuration, origin: .broker,
            message: "The organization does not let \(app.bundleID) use the broker over a URL: it shuts apps out, and "
                + "the device does not say which app asks this way.",
            remedy: "Ask through the single sign-on extension, or have the administrator look at the rules.")
    }

    fileprivate static func policy(_ message: String) -> AuthError {
        AuthError(
            .configuration, origin: .broker, message: message,
            remedy: "Ask the administrator, who laid this down in the broker's managed configuration.")
    }
}
