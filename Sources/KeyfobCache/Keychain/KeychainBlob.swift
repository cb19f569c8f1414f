package import KeyfobCore

/// The value of one of the two items in which IdentityCore stores all entities in macOS's login keychain (MSAL 1.0 and
/// later on macOS before 10.15, and for apps without the entitlement for the data-protection keychain).
///
/// `{section: {"<account>-<service>": entity}}`, account and service as in ``KeychainItemKey``. Unknown sections and
/// entities are kept; IdentityCore itself empties them.
package struct KeychainBlob: Sendable {
    /// One of the two items.
    package enum Placement: Sendable, Hashable, CaseIterable {
        /// For the app and the apps it trusts: refresh tokens and users.
        case shared
        /// For the app alone: all other entities.
        case app
    }

    private var sections: [String: JSONValue]

    /// Makes an empty blob.
    package init() { sections = [:] }

    /// Reads a blob; nil if it is not a JSON object. The keys of entities are made from their members, and replace
    /// those in the blob.
    package init?(_ bytes: [UInt8]) {
        guard let json = KeychainMapping.json(bytes) else { return nil }
        sections = json.reduce(into: [:]) { sections, section in
            guard let entities = section.value.objectValue else {
                sections[section.key] = section.value
                return
            }
            var regenerated: [String: JSONValue] = [:]
            for (key, entity) in entities.sorted(by: { $0.key < $1.key }) {
                regenerated[Self.entity(entity, in: section.key).flatMap(Self.key) ?? key] = entity
            }
            sections[section.key] = .object(regenerated)
        }
    }

    /// The blob's JSON, in UTF-8.
    package var bytes: [UInt8] { JSONValue.object(sections).bytes() }

    /// The known entities.
    package var entities: [CredentialEntity] {
        sections.sorted { $0.key < $1.key }.flatMap { section, entities in
            (entities.objectValue ?? [:]).sorted { $0.key < $1.key }.compactMap { Self.entity($0.value, in: section) }
        }
    }

    /// The metadata of a client's accounts.
    package func accountMetadata(clientID: String) -> KeychainAccountMetadata? {
        for (_, entry) in sections["AccountMetadataMap"]?.objectValue ?? [:] {
            guard let metadata = entry.objectValue.flatMap(KeychainAccountMetadata.init(json:)) else { continue }
            if metadata.clientID.isSameIdentifier(as: clientID) { return metadata }
        }
        return nil
    }

    /// Writes the metadata of a client's accounts.
    package mutating func put(_ metadata: KeychainAccountMetadata) {
        put(.object(metadata.json), metadata.record.key, "AccountMetadataMap")
    }

    /// Writes an entity, and replaces the one with the same key.
    ///
    /// - Returns: false for a kind without a section, which a blob cannot contain.
    /// - Throws: ``AuthError`` if the entity's contents cannot be opened.
    @discardableResult
    package mutating func put(_ entity: CredentialEntity) throws(AuthError) -> Bool {
        guard let section = Self.section(of: entity) else { return false }
        let record = try KeychainMapping.record(of: entity, replacing: value(of: entity, in: section))
        guard let json = KeychainMapping.json(record.value.reveal()) else { return false }
        put(.object(json), record.key, section)
        return true
    }

    /// Deletes the entity with that key, if there is one, and its section if it is empty then.
    package mutating func delete(_ key: CredentialKey) {
        for (section, entities) in sections {
            guard let entities = entities.objectValue else { continue }
            let left = entities.filter { Self.entity($0.value, in: section)?.key != key }
            if left.count < entities.count { sections[section] = left.isEmpty ? nil : .object(left) }
        }
    }

    /// The item that an entity belongs to; nil for a kind without a section.
    package static func placement(of entity: CredentialEntity) -> Placement? {
        section(of: entity).map { $0 == "RefreshToken" || $0 == "Account" ? .shared : .app }
    }

    private func value(of entity: CredentialEntity, in section: String) -> Secret<[UInt8]>? {
        let old = sections[section]?.objectValue?.values.first { Self.entity($0, in: section)?.key == entity.key }
        return old.map { Secret($0.bytes()) }
    }

    private mutating func put(_ json: JSONValue, _ key: KeychainItemKey, _ section: String) {
        var entities = sections[section]?.objectValue ?? [:]
        entities["\(key.account)-\(key.service ?? "")"] = json
        sections[section] = .object(entities)
    }

    private static func key(_ entity: CredentialEntity) -> String? {
        guard let key = try? KeychainMapping.record(of: entity).key else { return nil }
        return "\(key.account)-\(key.service ?? "")"
    }

    /// IdentityCore's section for a kind.
    private static func section(of entity: CredentialEntity) -> String? {
        switch entity {
        case .accessToken(let token):
            token.tokenType.isSameIdentifier(as: "Bearer") ? "AccessToken" : "AccessToken_With_AuthScheme"
        case .refreshToken: "RefreshToken"
        case .idToken: "IdToken"
        case .account(let user): KeychainItemType(authorityType: user.authorityType) == nil ? nil : "Account"
        case .appMetadata: "AppMetadata"
        case .signInState, .unknown: nil
        }
    }

    private static func entity(_ json: JSONValue, in section: String) -> CredentialEntity? {
        guard let members = json.objectValue else { return nil }
        let type: KeychainItemType? =
            switch section {
            case "AccessToken": .accessToken
            case "AccessToken_With_AuthScheme": .accessTokenWithAuthScheme
            case "RefreshToken": .refreshToken
            case "IdToken": .idToken
            case "Account": members.text(KeychainMember.authorityType).flatMap(KeychainItemType.init(authorityType:))
            case "AppMetadata": .appMetadata
            default: nil
            }
        guard let type else { return nil }
        let item = KeychainItem(account: "", service: "", type: type.rawValue, value: Secret(json.bytes()))
        guard case .entity(let entity) = KeychainMapping.content(of: item) else { return nil }
        if case .unknown = entity { return nil }
        return entity
    }
}

extension KeychainBlob {
    /// The service and label of both items.
    static let name = "Microsoft Credentials"

    /// The item that contains a blob.
    ///
    /// Read access is granted by an access control list, which only the login keychain has: for the shared item to the
    /// app and the applications it trusts, for the other item to the app alone.
    ///
    /// - Parameters:
    ///   - placement: which item.
    ///   - accessGroup: the group's name with the prefix of the signing team's id, whatever the entitlements contain.
    ///   - bundleID: the app's bundle id.
    package func item(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainItem {
        let query = Self.query(placement, accessGroup: accessGroup, bundleID: bundleID)
        return KeychainItem(
            account: query.account, service: query.service, creator: query.creator, label: Self.name,
            value: Secret(bytes))
    }

    /// A query for the item that contains a blob.
    package static func query(_ placement: Placement, accessGroup: String, bundleID: String) -> KeychainQuery {
        KeychainQuery(
            account: placement == .shared ? accessGroup : "\(accessGroup)-\(bundleID)", service: name,
            creator: KeychainCreator.hash(accessGroup))
    }
}
