import KeyfobCore

/// The key of an entity in a keychain: the four attributes by which IdentityCore looks items up.
package struct KeychainItemKey: Sendable, Hashable {
    /// `kSecAttrAccount`
    package let account: String
    /// `kSecAttrService`; nil for an item that has none.
    package let service: String?
    /// `kSecAttrGeneric`, which is UTF-8 text; nil for an item that has none.
    package let generic: String?
    /// `kSecAttrType`; nil for an item that has none.
    package let type: KeychainItemType?

    /// Makes a key from its attributes, unchanged.
    package init(account: String, service: String?, generic: String?, type: KeychainItemType?) {
        self.account = account
        self.service = service
        self.generic = generic
        self.type = type
    }

    /// The key of a user in one tenant.
    ///
    /// - Parameters:
    ///   - homeAccountID: `uid.utid`.
    ///   - environment: the host under which the cloud's credentials are stored.
    ///   - realm: the tenant's id.
    ///   - username: the user's name in the tenant.
    ///   - authorityType: a type of IdentityCore; for other types the item has Keyfob's own type.
    package static func account(
        homeAccountID: String, environment: String, realm: String, username: String, authorityType: String
    ) -> KeychainItemKey {
        KeychainItemKey(
            account: "\(homeAccountID.keychainPart)-\(environment.keychainPart)", service: realm.keychainPart,
            generic: username.keychainPart, type: KeychainItemType(authorityType: authorityType) ?? .keyfob)
    }

    /// The key of a client's metadata. The environment is used unchanged.
    package static func appMetadata(clientID: String, environment: String, familyID: String) -> KeychainItemKey {
        KeychainItemKey(
            account: environment, service: "appmetadata-\(clientID.keychainPart)", generic: familyID,
            type: .appMetadata)
    }

    /// The key of the metadata of a client's accounts. The client id is used unchanged.
    package static func accountMetadata(clientID: String) -> KeychainItemKey {
        KeychainItemKey(account: "authority_map", service: clientID, generic: nil, type: .accountMetadata)
    }

    /// The key of the switch that makes a family's token a `FamilyRefreshToken`; its value is
    /// `{"use_single_frt":true}`.
    package static let singleFamilyTokenSwitch = KeychainItemKey(
        account: "useSingleFRT", service: "useSingleFRT", generic: nil, type: nil)

    /// The key of the item that records when and by which app a refresh token was last removed.
    package static let wipeMarker = KeychainItemKey(
        account: "TokenWipe", service: nil, generic: "Microsoft.ADAL.WipeAll.1", type: nil)

    /// The key of an app's sign-in state, which only Keyfob stores.
    static func signInState(homeAccountID: String, clientID: String, app: String) -> KeychainItemKey {
        KeychainItemKey(
            account: homeAccountID.keychainPart, service: "signinstate-\(clientID.keychainPart)-\(app)", generic: nil,
            type: .keyfob)
    }

    /// The key of any other entity.
    static func other(_ key: CredentialKey) -> KeychainItemKey {
        KeychainItemKey(account: key.homeAccountID, service: key.name, generic: nil, type: .keyfob)
    }
}

extension String {
    /// A part of a key as in IdentityCore: trimmed, in lower case.
    var keychainPart: String {
        var part = self[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return part.lowercased()
    }
}
