/// `applications`: the target of a sign-in: APIs, a user action, or an authentication context.
package struct ApplicationCondition: Sendable, Hashable {
    /// The included targets, which are of one kind.
    package enum Target: Sendable, Hashable {
        /// APIs, by their application ids in lower case; nil is every one.
        case resources(Set<String>?)
        /// User actions.
        case actions(Set<UserAction>)
        /// Authentication contexts, `c1` to `c99`.
        case contexts(Set<String>)
    }

    /// The targets to which the policy applies.
    package let included: Target
    /// The APIs to which it does not apply.
    package let excluded: Set<String>

    /// Graph's `Office365`, as far as it exists here: Microsoft Graph, Exchange Online and SharePoint Online.
    private static let office365: Set<String> = [
        "00000003-0000-0000-c000-000000000000", "00000002-0000-0ff1-ce00-000000000000",
        "00000003-0000-0ff1-ce00-000000000000",
    ]
    /// Graph's `MicrosoftAdminPortals`, as far as it exists here: Azure's management.
    private static let adminPortals: Set<String> = ["797f4846-ba00-4fd7-ba43-dac1f8f63013"]

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(only: [
            "includeApplications", "excludeApplications", "includeUserActions",
            "includeAuthenticationContextClassReferences",
        ])
        let applications = try reader.strings("includeApplications")
        let actions = try reader.strings("includeUserActions")
        let contexts = try reader.strings("includeAuthenticationContextClassReferences")
        guard [applications, actions, contexts].count(where: { !$0.isEmpty }) == 1 else {
            throw reader.fault(
                "includeApplications",
                "a policy is for applications, or for user actions, or for authentication contexts: one of the three")
        }
        if !actions.isEmpty {
            included = .actions(try reader.values("includeUserActions", actions, UserAction.self))
        } else if !contexts.isEmpty {
            included = .contexts(Set(contexts.map { $0.lowercased() }))
        } else if applications.contains(where: { $0.lowercased() == "all" }) {
            included = .resources(nil)
        } else {
            included = .resources(Self.expanded(applications))
        }
        excluded = Self.expanded(try reader.strings("excludeApplications"))
    }

    private static func expanded(_ names: [String]) -> Set<String> {
        Set(
            names.flatMap { name -> [String] in
                switch name.lowercased() {
                case "none": []
                case "office365": Array(office365)
                case "microsoftadminportals": Array(adminPortals)
                case let id: [id]
                }
            })
    }

    func holds(for facts: SignInFacts) -> Bool {
        switch included {
        case .actions(let actions): facts.action.map(actions.contains) ?? false
        case .contexts(let contexts): !contexts.isDisjoint(with: facts.contexts)
        // A second factor is registered during a sign-in to an API, which is evaluated for itself. Registering a device is
        // a sign-in to a separate API: a policy for all APIs includes it.
        case .resources(let ids):
            facts.action != .registerSecurityInformation
                && facts.resources.contains { (ids?.contains($0) ?? true) && !excluded.contains($0) }
        }
    }
}

/// `includeUserActions`: what the user does with the account itself.
package enum UserAction: String, Sendable, Hashable, CaseIterable {
    /// Registering or joining a device.
    case registerDevice = "urn:user:registerdevice"
    /// Registering a second factor.
    case registerSecurityInformation = "urn:user:registersecurityinfo"
}
