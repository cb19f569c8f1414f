package import KeyfobCore

/// The user whom an app on ADAL requests (`ADUserIdentifier`): a name or an id, and how binding it is.
package struct ADALCacheUserIdentifier: Sendable, Hashable {
    /// The kind of an id.
    package enum Kind: Sendable, Hashable, CaseIterable {
        /// The user's object id: no other user may sign in.
        case unique
        /// A name to fill in: another user may sign in.
        case optionalDisplayable
        /// A name: no other user may sign in.
        case requiredDisplayable
    }

    /// The id, trimmed and in lower case.
    package let id: String
    /// The kind of the id.
    package let kind: Kind

    /// Makes an identifier; nil if the id is blank.
    package init?(_ id: String, kind: Kind = .requiredDisplayable) {
        let canonical = ADALCacheKey.canonical(id)
        guard !canonical.isEmpty else { return nil }
        self.id = canonical
        self.kind = kind
    }

    /// Whether it is a name that can be filled in on a page.
    package var isDisplayable: Bool { kind != .unique }

    /// Whether the user who signed in is the requested one; every user satisfies an optional name.
    package func isMet(by user: ADALCacheUserInformation?) -> Bool {
        switch kind {
        case .optionalDisplayable: true
        case .requiredDisplayable: user?.userID.map(ADALCacheKey.canonical) == id
        case .unique: user?.localAccountID.map(ADALCacheKey.canonical) == id
        }
    }

    /// Whether an item belongs to this user. An optional name is compared too.
    package func matches(_ item: ADALCacheItem) -> Bool {
        guard isDisplayable else { return isMet(by: item.userInformation) }
        return item.key.userID == id
    }

    /// Whether an account belongs to this user.
    package func matches(_ account: Account) -> Bool {
        guard isDisplayable else {
            return account.tenantProfiles.contains { ADALCacheKey.canonical($0.identifier) == id }
        }
        return account.username.map(ADALCacheKey.canonical) == id
    }
}
