/// `users`: the users to whom a policy applies. A user who is both included and excluded is excluded.
package struct UserCondition: Sendable, Hashable {
    /// The users that one half of the condition names.
    package struct Selection: Sendable, Hashable {
        var isEveryone = false
        var isEveryGuest = false
        var users: Set<String> = []
        package var groups: Set<String> = []
        var roles: Set<String> = []
        var guests: GuestSelection?

        func holds(for user: SignInFacts.SignInUser) -> Bool {
            isEveryone || users.contains(user.id) || !groups.isDisjoint(with: user.groups)
                || !roles.isDisjoint(with: user.roles) || (user.homeTenantID != nil && isEveryGuest)
                || guests?.holds(for: user) == true
        }
    }

    /// `includeGuestsOrExternalUsers`: guests of some kinds and organizations.
    package struct GuestSelection: Sendable, Hashable {
        /// The kinds. Here every guest is a `b2bCollaborationGuest`.
        let kinds: Set<Kind>
        /// The home tenants; nil matches any.
        let tenants: Set<String>?

        enum Kind: String, CaseIterable {
            case internalGuest, b2bCollaborationGuest, b2bCollaborationMember, b2bDirectConnectUser
            case otherExternalUser, serviceProvider
        }

        init(_ reader: PolicyReader) throws(PolicyFormatError) {
            try reader.allow(only: ["guestOrExternalUserTypes", "externalTenants"])
            let names = try reader.required("guestOrExternalUserTypes").split(separator: ",")
                .map { $0.filter { $0 != " " } }
            kinds = try reader.values("guestOrExternalUserTypes", names, Kind.self)
            guard let external = try reader.object("externalTenants") else {
                tenants = nil
                return
            }
            try external.allow(only: ["membershipKind", "members"])
            switch try external.string("membershipKind") {
            case "all", nil: tenants = nil
            case "enumerated": tenants = Set(try external.strings("members").map { $0.lowercased() })
            default: throw external.fault("membershipKind", "it is neither all nor enumerated")
            }
        }

        func holds(for user: SignInFacts.SignInUser) -> Bool {
            guard let home = user.homeTenantID, kinds.contains(.b2bCollaborationGuest) else { return false }
            return tenants?.contains(home) ?? true
        }
    }

    /// The template id of the role Global Administrator, the only role that this directory has.
    package static let globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"

    /// The users to whom the policy applies.
    package let included: Selection
    /// The users to whom it does not apply.
    package let excluded: Selection

    init(_ reader: PolicyReader) throws(PolicyFormatError) {
        try reader.allow(
            only: Set(
                ["include", "exclude"].flatMap { half in
                    ["Users", "Groups", "Roles", "GuestsOrExternalUsers"].map { half + $0 }
                }))
        included = try Self.selection("include", reader)
        excluded = try Self.selection("exclude", reader)
        let isNone = try reader.strings("includeUsers").contains { $0.lowercased() == "none" }
        guard included != Selection() || isNone else {
            throw reader.fault("includeUsers", "the policy includes no user; use None if that is intended")
        }
    }

    private static func selection(_ half: String, _ reader: PolicyReader) throws(PolicyFormatError) -> Selection {
        var selection = Selection()
        for text in try reader.strings("\(half)Users") {
            switch text.lowercased() {
            case "all": selection.isEveryone = true
            case "none": break
            case "guestsorexternalusers": selection.isEveryGuest = true
            case let id: selection.users.insert(id)
            }
        }
        selection.groups = Set(try reader.strings("\(half)Groups").map { $0.lowercased() })
        for role in try reader.strings("\(half)Roles") {
            guard role.lowercased() == globalAdministrator else {
                throw reader.fault(
                    "\(half)Roles",
                    "'\(role.prefix(64))' is not a role of this directory, which has only Global Administrator")
            }
            selection.roles.insert(role.lowercased())
        }
        if let guests = try reader.object("\(half)GuestsOrExternalUsers") {
            selection.guests = try GuestSelection(guests)
        }
        return selection
    }
}
