import KeyfobCache

/// One change of a keychain that a commit makes, and can take back.
enum KeychainStep: Sendable {
    /// Writes an item over the one of the same name and type, if there is one.
    case save(KeychainItem, over: KeychainItem?)
    /// Writes an item in place of one that has the same name and another type.
    case replace(KeychainItem, by: KeychainItem)
    /// Deletes an item.
    case delete(KeychainItem)

    /// What undoes it.
    var inverse: KeychainStep {
        switch self {
        case .save(let item, .some(let old)): .save(old, over: item)
        case .save(let item, nil): .delete(item)
        case .replace(let old, let new): .replace(new, by: old)
        case .delete(let item): .save(item, over: nil)
        }
    }

    /// When its turn is. A process may be killed between any two steps, and what is there then has to make sense:
    /// see ``KeychainCredentialStore``.
    var rank: Int {
        switch self {
        case .save(let item, _), .replace(_, let item):
            switch item.type.flatMap(KeychainItemType.init(rawValue:)) {
            case .appMetadata: 0
            case .accountAAD, .accountMSA, .accountMSSTS, .accountADFS: 1
            case .idToken, .v1IDToken: 2
            case .refreshToken, .familyRefreshToken, .boundRefreshToken, .primaryRefreshToken: 3
            // Before the apps' own states: a transaction that finds its state written takes the rest for done.
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
    /// The item itself and no other.
    var exactQuery: KeychainQuery {
        KeychainQuery(
            itemClass: itemClass, accessGroup: accessGroup, account: account, service: service, type: type)
    }

    /// Whether the two would be one item to a keychain, which does not look at the type.
    func hasSameName(as other: KeychainItem) -> Bool {
        (account ?? "") == (other.account ?? "") && (service ?? "") == (other.service ?? "")
    }
}
