import KeyfobCore

/// Where an entity lies in a keychain: the four attributes that IdentityCore looks items up by.
public struct KeychainItemKey: Sendable, Hashable {
    /// `kSecAttrAccount`
    public let account: String
    /// `kSecAttrService`; nil for an item that has none.
    public let service: String?
    /// `kSecAttrGeneric`, which is UTF-8 text; nil for an item that has none.
    public let generic: String?
    /// `kSecAttrType`; nil for an item that has none.
    public let type: KeychainItemType?

    /// Makes a key of its attributes, as they are.
    public init(account: String, service: String?, generic: String?, type: KeychainItemType?) {
        self.account = account
        self.service = service
        self.generic = generic
        self.type = type
    }

    /// The key of a user in one tenant.
    ///
    /// - Parameters:
    ///   - homeAccountID: `uid.utid`.
    ///   - environment: the host under which the cloud's credentials are kept.
    ///   - realm: the tenant's id.
    ///   - username: the name that the tenant knows the user by.
    ///   - authorityType: one that IdentityCore knows, else the item is of Keyfob's own type.
    public static func account(
        homeAccountID: String, environment: String, realm: String, username: String, authorityType: String
    ) -> KeychainItemKey {
        KeychainItemKey(
            account: "\(homeAccountID.keychainPart)-\(environment.keychainPart)", service: realm.keychainPart,
            generic: username.keychainPart, type: KeychainItemType(authorityType: authorityType) ?? .keyfob)
    }

    /// The key of what is known of a client. The environment is taken as it is.
    public static func appMetadata(clientID: String, environment: String, familyID: String) -> KeychainItemKey {
        KeychainItemKey(
            account: environment, service: "appmetadata-\(clientID.keychainPart)", generic: familyID,
            type: .appMetadata)
    }

    /// The key of what is known of a client's accounts. The client id is taken as it is.
    public static func accountMetadata(clientID: String) -> KeychainItemKey {
        KeychainItemKey(account: "authority_map", service: clientID, generic: nil, type: .accountMetadata)
    }

    /// The key of the switch that makes a family's token a `FamilyRefreshToken`; its value is
    /// `{"use_single_frt":true}`.
    public static let singleFamilyTokenSwitch = KeychainItemKey(
        account: "useSingleFRT", service: "useSingleFRT", generic: nil, type: nil)

    /// The key of the item that says when refresh tokens were last removed, and by whom.
    public static let wipeMarker = KeychainItemKey(
        account: "TokenWipe", service: nil, generic: "Microsoft.ADAL.WipeAll.1", type: nil)

    /// The key of an app's own state, which IdentityCore has no place for.
    static func signInState(homeAccountID: String, clientID: String, app: String) -> KeychainItemKey {
        KeychainItemKey(
            account: homeAccountID.keychainPart, service: "signinstate-\(clientID.keychainPart)-\(app)", generic: nil,
            type: .keyfob)
    }

    /// The key of an entity that has no other place.
    static func other(_ key: CredentialKey) -> KeychainItemKey {
        KeychainItemKey(account: key.homeAccountID, service: key.name, generic: nil, type: .keyfob)
    }
}

extension String {
    /// A part of a key as IdentityCore writes it: without space at either end, in lower case.
    var keychainPart: String {
        var part = self[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return part.lowercased()
    }
}
