import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobCrypto

/// Seals and opens the contents of entities for one store.
///
/// The associated data covers everything that the contents belong to: format, group, key id, the entity's key and its
/// plain members. Contents that were moved to another row, or whose row was altered, do not open.
final class StoreSeal: Sendable {
    /// The first sealed byte; it changes with the format or the associated data.
    static let format: UInt8 = 1

    let group: String
    let keyID: String
    private let load: @Sendable () throws(AuthError) -> AESGCMKey
    private let key = Mutex<AESGCMKey?>(nil)
    private let successor: SealSuccessor?

    /// Makes a seal; the key is loaded when it is first used, so that listing works without it.
    ///
    /// - Parameter successor: reads the current seal of the database; nil for a seal that is used under the lock, where
    ///   the key cannot change.
    init(
        group: String, keyID: String, successor: (@Sendable () -> StoreSuccession?)? = nil,
        load: @escaping @Sendable () throws(AuthError) -> AESGCMKey
    ) {
        self.group = group
        self.keyID = keyID
        self.load = load
        self.successor = successor.map { SealSuccessor(of: keyID, find: $0) }
    }

    /// The sealed form of an entity's contents.
    ///
    /// Contents without any member are sealed too: the seal then authenticates the plain members.
    func seal(
        _ contents: CredentialContents.Opened, of row: EntityRow, random: any RandomSource
    ) throws(AuthError) -> [UInt8] {
        try seal(Self.encode(contents), associatedData: associatedData(row), random: random)
    }

    /// Opens contents sealed by ``seal(_:of:random:)``, or by the seal that has replaced this one since the row was
    /// read: the key can be rotated at any moment.
    func open(_ sealed: [UInt8], of row: EntityRow) throws(AuthError) -> CredentialContents.Opened {
        do {
            return try openAsItIs(sealed, of: row)
        } catch {
            guard let successor else { throw error }
            return try successor.open(sealed, of: row, after: error)
        }
    }

    /// Opens contents that this seal, and not a successor, made.
    func openAsItIs(_ sealed: [UInt8], of row: EntityRow) throws(AuthError) -> CredentialContents.Opened {
        try Self.decode(open(sealed, associatedData: associatedData(row)))
    }

    /// Whether the contents open, or might if the key could be reached.
    func mayOpen(_ sealed: [UInt8], of row: EntityRow) -> Bool {
        do throws(AuthError) {
            _ = try open(sealed, of: row)
            return true
        } catch {
            return error.code == .storeLocked
        }
    }

    /// A number that the sealed contents of a row never had before, by which readers distinguish a row from its
    /// predecessor: a part of the nonce, which is unique.
    static func stamp(of sealed: [UInt8]) -> Int64 {
        Int64(bitPattern: sealed.dropFirst().prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Loads the key, so that a place that cannot be reached is noticed first.
    func unlock() throws(AuthError) { _ = try loadedKey() }

    func seal(_ plain: [UInt8], associatedData: [UInt8], random: any RandomSource) throws(AuthError) -> [UInt8] {
        do {
            let key = try loadedKey()
            return [Self.format] + (try key.seal(plain, nonce: random.bytes(12), associatedData: associatedData))
        } catch let error as AuthError {
            throw error
        } catch {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "A credential could not be sealed.", cause: error)
        }
    }

    func open(_ sealed: [UInt8], associatedData: [UInt8]) throws(AuthError) -> [UInt8] {
        guard sealed.first == Self.format else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "A stored credential was changed since it was saved, or sealed by a newer version of Keyfob.",
                remedy: "Update this program if another one here is newer; else sign in again.")
        }
        let key = try loadedKey()
        do {
            return try key.open(sealed.dropFirst(), associatedData: associatedData)
        } catch {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "A stored credential was changed, or moved to another place, since it was saved.",
                remedy: "Sign in again; if it happens again, look for a program that writes the files.", cause: error)
        }
    }

    /// Returns the key, and loads it if it was not loaded before.
    @discardableResult
    func loadedKey() throws(AuthError) -> AESGCMKey {
        try key.withLock { key throws(AuthError) in
            if let key { return key }
            let loaded = try load()
            key = loaded
            return loaded
        }
    }

    /// The associated data of a row: all members that are not sealed.
    func associatedData(_ row: EntityRow) -> [UInt8] {
        var data = AssociatedData(group: group, keyID: keyID)
        data.append(row.home)
        data.append(row.name)
        data.append(row.kind)
        data.append(row.environment)
        data.append(row.client)
        data.append(row.realm)
        data.append(row.target)
        data.append(row.type)
        data.append(row.family)
        data.append(row.localAccount)
        data.append(row.username)
        data.append(row.app)
        data.append(row.claims)
        data.append(row.cachedAt)
        data.append(row.expiresOn)
        data.append(row.extendedExpiresOn)
        data.append(row.refreshOn)
        return data.bytes
    }

    private static func encode(_ contents: CredentialContents.Opened) -> [UInt8] {
        if let secret = contents.secret, contents.unknown.isEmpty { return [0] + Array(secret.reveal().utf8) }
        var members: [String: JSONValue] = ["unknown": .object(contents.unknown)]
        members["secret"] = contents.secret.map { .string($0.reveal()) }
        return [1] + JSONValue.object(members).bytes()
    }

    private static func decode(_ plain: [UInt8]) throws(AuthError) -> CredentialContents.Opened {
        if plain.first == 0 {
            return CredentialContents.Opened(secret: Secret(String(decoding: plain.dropFirst(), as: UTF8.self)))
        }
        guard plain.first == 1, let json = try? JSONValue(parsing: plain.dropFirst()) else {
            throw AuthError(.storeUnavailable, origin: .store, message: "A stored credential has an unknown form.")
        }
        return CredentialContents.Opened(
            secret: json["secret"]?.stringValue.map { Secret($0) }, unknown: json["unknown"]?.objectValue ?? [:])
    }
}
