import KeyfobCache

/// One change of a keychain that a commit makes, and can undo.
enum KeychainStep: Sendable {
    /// Writes an item over an existing one with the same name and type, if there is one.
    case save(KeychainItem, over: KeychainItem?)
    /// Replaces an item that has the same name and another type.
    case replace(KeychainItem, by: KeychainItem)
    /// Deletes an item.
    case delete(KeychainItem)

    /// The step that undoes this one.
    var inverse: KeychainStep {
        switch self {
        case .save(let item, .some(let old)): .save(old, over: item)
        case .save(let item, nil): .delete(item)
        case .replace(let old, let new): .replace(new, by: old)
        case .delete(let item): .save(item, over: nil)
        }
    }

    /// The position of the step in a plan. A process may be killed between any two steps, and the items must be
    /// consistent then: see ``KeychainCredentialStore``.
    var rank: Int {
        switch self {
        case .save(let item, _), .replace(_, let item):
            switch item.type.flatMap(KeychainItemType.init(rawValue:)) {
            case .appMetadata: 0
            case .accountAAD, .accountMSA, .accountMSSTS, .accountADFS: 1
            case .idToken, .v1IDToken: 2
            case .refreshToken, .familyRefreshToken, .boundRefreshToken, .primaryRefreshToken: 3
            // Before the apps' own states: a transaction that finds its state written takes the rest as done.
            case .accountMetadata: 4
            case .keyfob, nil: 5
            case .accessToken, .accessTokenWithAuthScheme: 8
            }
        case .delete(let item):
            switch item.type.flatMap(KeychainItemType.init(rawValue:)) {
            case .refreshToken, .familyRefreshToken, .boundRefreshToken, .primaryRefreshToken: 6
            case .accessToken, .accessTokenWithAuthScheme: 7
            case .idToken, .v1IDToken: 9
            case .accountAAD, .accountMSA, .accountMSSTS, .accountADFS: 10
            case .appMetadata, .accountMetadata, .keyfob, nil: 11
            }
        }
    }
}

extension KeychainItem {
    /// A query for exactly this item.
    var exactQuery: KeychainQuery {
        KeychainQuery(
            itemClass: itemClass, accessGroup: accessGroup, account: account, service: service, type: type)
    }

    /// Whether a keychain would treat both as one item, since it ignores the type.
    func hasSameName(as other: KeychainItem) -> Bool {
        (account ?? "") == (other.account ?? "") && (service ?? "") == (other.service ?? "")
    }
}
