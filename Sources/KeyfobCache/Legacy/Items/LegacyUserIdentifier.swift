public import KeyfobCore

/// The user whom an app on ADAL requests (`ADUserIdentifier`): a name or an id, and how binding it is.
public struct LegacyUserIdentifier: Sendable, Hashable {
    /// The kind of an id.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The user's object id: no other user may sign in.
        case unique
        /// A name to fill in: another user may sign in.
        case optionalDisplayable
        /// A name: no other user may sign in.
        case requiredDisplayable
    }

    /// The id, trimmed and in lower case.
    public let id: String
    /// The kind of the id.
    public let kind: Kind

    /// Makes an identifier; nil if the id is blank.
    public init?(_ id: String, kind: Kind = .requiredDisplayable) {
        let canonical = LegacyTokenKey.canonical(id)
        guard !canonical.isEmpty else { return nil }
        self.id = canonical
        self.kind = kind
    }

    /// Whether it is a name that can be filled in on a page.
    public var isDisplayable: Bool { kind != .unique }

    /// Whether the user who signed in is the requested one; every user satisfies an optional name.
    public func isMet(by user: LegacyUserInformation?) -> Bool {
        switch kind {
        case .optionalDisplayable: true
        case .requiredDisplayable: user?.userID.map(LegacyTokenKey.canonical) == id
        case .unique: user?.localAccountID.map(LegacyTokenKey.canonical) == id
        }
    }

    /// Whether an item belongs to this user. An optional name is compared too.
    public func matches(_ item: LegacyTokenItem) -> Bool {
        guard isDisplayable else { return isMet(by: item.userInformation) }
        return item.key.userID == id
    }

    /// Whether an account belongs to this user.
    public func matches(_ account: Account) -> Bool {
        guard isDisplayable else {
            return account.tenantProfiles.contains { LegacyTokenKey.canonical($0.identifier) == id }
        }
        return account.username.map(LegacyTokenKey.canonical) == id
    }
}
