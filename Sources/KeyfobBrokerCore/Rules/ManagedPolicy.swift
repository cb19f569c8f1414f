import KeyfobBrokerProtocol
import KeyfobCore

/// An administrator's policy for the use of the broker: rules for some apps, or for the whole device.
///
/// The JSON of the managed configuration: `{"shared_device": false, "browsers": ["bundle.id"], "rules": [{"apps": ["*"]
/// | ["bundle.id", "team:T1"], "deny": true, "tenants": ["id"], "verified_callers_only": true,
/// "registered_devices_only": true}]}`. Every rule that names an app, by `*`, bundle id or team, applies to it; an app
/// that none names is unrestricted.
package struct ManagedPolicy: Sendable, Hashable {
    /// One rule.
    package struct Rule: Sendable, Hashable {
        /// The apps that the rule applies to, in lower case: bundle ids, `team:` and a team id, or `*` for every app.
        /// Upper and lower case are the same.
        package let apps: Set<String>
        /// Whether these apps get nothing from the broker.
        package var isDenied = false
        /// The tenants whose accounts these apps may use, by id; nil for all.
        package var tenants: Set<String>?
        /// Whether these apps get nothing unless the operating system has verified them.
        package var wantsVerifiedCaller = false
        /// Whether these apps get tokens only for accounts in whose tenant the device is registered.
        package var wantsRegisteredDevice = false

        /// Makes a rule that forbids nothing.
        package init(apps: Set<String>) { self.apps = Set(apps.map { $0.lowercased() }) }
    }

    /// The rules.
    package var rules: [Rule] = []
    /// Whether the device is shared: one account at a time, and signing out applies to every app.
    package var isSharedDevice = false
    /// The browsers that get sign-in credentials: bundle ids, or `TEAM-ID/BUNDLE-ID`, which no other team's app with that
    /// bundle id satisfies. These credentials are worth more than an app's own token, since they sign in to every app
    /// that has no bundle id registered. Empty by default.
    package var browsers: Set<String> = []

    /// Makes a policy without rules.
    package init() {}

    /// Returns the rules that apply to the calling app, as the device identifies it. What a URL states about its sender
    /// is only a claim: if the device reports no app, every rule applies, and if it reports no team, the rules about
    /// any team apply. Otherwise an app could evade its rules by sending a URL, by another spelling or under another
    /// name.
    func rules(about caller: CallerIdentity?) -> [Rule] {
        guard let caller else { return rules }
        let bundleID = caller.bundleID.lowercased()
        let team = caller.teamID.map { "team:\($0.lowercased())" }
        return rules.filter { rule in
            rule.apps.contains("*") || rule.apps.contains(bundleID)
                || team.map { rule.apps.contains($0) } ?? rule.apps.contains { $0.hasPrefix("team:") }
        }
    }

    /// Returns whether an app is one of the ``browsers``.
    func isBrowser(_ app: RequestingApp) -> Bool { browsers.contains(app.bundleID) || browsers.contains(app.owner) }

    /// Checks whether an app may use the broker at all.
    ///
    /// A team counts only if the operating system reported it: an app cannot meet a rule by claiming another team.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(_ app: RequestingApp, caller: CallerIdentity?) throws(AuthError) {
        for rule in rules(about: caller) {
            guard !rule.isDenied else { throw .denied(app, caller) }
            guard !rule.wantsVerifiedCaller || app.isVerified else {
                throw .policy("The organization requires the device to report which app asks, and it does not.")
            }
        }
    }

    /// Returns whether an app gets tokens only if the device is registered.
    func wantsRegisteredDevice(_ caller: CallerIdentity?) -> Bool {
        rules(about: caller).contains { $0.wantsRegisteredDevice }
    }

    /// Checks whether an app may use an account.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it may not.
    func check(
        _ app: RequestingApp, caller: CallerIdentity?, account: VaultAccount, isRegistered: Bool
    ) throws(AuthError) {
        for rule in rules(about: caller) {
            guard rule.tenants.map({ $0.contains(account.tenantID.lowercased()) }) ?? true else {
                throw .policy("The organization does not let \(app.bundleID) use accounts of that tenant.")
            }
            guard !rule.wantsRegisteredDevice || isRegistered else {
                throw .policy("The organization requires the device to be registered before \(app.bundleID) signs in.")
            }
        }
    }
}

extension AuthError {
    fileprivate static func denied(_ app: RequestingApp, _ caller: CallerIdentity?) -> AuthError {
        guard caller == nil else { return policy("The organization does not let \(app.bundleID) use the broker.") }
        return AuthError(
            .configuration, origin: .broker,
            message: "The organization does not let \(app.bundleID) use the broker over a URL: it denies apps, and "
                + "the device does not report which app asks this way.",
            remedy: "Use the single sign-on extension, or have the administrator review the rules.")
    }

    fileprivate static func policy(_ message: String) -> AuthError {
        AuthError(
            .configuration, origin: .broker, message: message,
            remedy: "Ask the administrator about the broker's managed configuration.")
    }
}
