import KeyfobBackport
package import KeyfobCache
package import KeyfobCore
import KeyfobCrypto

/// The broker's own data, sealed: accounts, the device's keys, primary refresh tokens and their session keys, the web
/// view's cookies.
///
/// It is one text under AES-GCM with a key from a ``KeyfobCache/SealingKeyProvider``, rewritten completely with every
/// change: it is small, and changes when a user signs in. A damaged vault is reported and left as it is; it is never
/// treated as an empty one, which would sign every user out.
package final class BrokerVault: Sendable {
    private struct Held {
        var state: BrokerState
        var key: AESGCMKey
        var keyID: String
    }

    private let storage: any VaultStorage
    private let random: any RandomSource
    private let held: Mutex<Held>

    /// Opens a vault, or creates it if there is none.
    ///
    /// - Throws: ``AuthError``: `storeUnavailable` if it is damaged, cannot be read, or is of a newer version;
    ///   `storeLocked` if its key is not accessible.
    package init(
        storage: any VaultStorage, keys: any SealingKeyProvider, random: any RandomSource = SystemRandomSource()
    ) throws(AuthError) {
        self.storage = storage
        self.random = random
        if let bytes = try storage.read() {
            let envelope = try SealedEnvelope(parsing: bytes, as: .vault)
            let key = try envelope.key(from: keys)
            guard let json = try? JSONValue(parsing: envelope.open(key)), let state = BrokerState(json: json) else {
                throw SealedEnvelope.Content.vault.damaged
            }
            held = Mutex(Held(state: state, key: key, keyID: envelope.keyID))
        } else {
            let id = random.uuid()
            let key = try keys.create(id: id)
            let state = BrokerState(applicationTokenKey: Secret(random.bytes(32)))
            held = Mutex(Held(state: state, key: key, keyID: id))
            try storage.write(
                SealedEnvelope.seal(
                    state.json.bytes(), as: .vault, key: key, keyID: id, place: keys.place, nonce: random.bytes(12)))
        }
        place = keys.place
    }

    private let place: String

    /// The accounts in the vault.
    package var accounts: [VaultAccount] { state.accounts }

    /// The vault's contents.
    var state: BrokerState { held.withLock { $0.state } }

    /// Reserves room for a change of the contents.
    ///
    /// - Throws: ``AuthError`` with code `storeUnavailable` if a change could not be stored now.
    func reserveRoom() throws(AuthError) -> ReservedRoom { try storage.reserveRoom() }

    /// Changes the contents; durable when the call returns.
    ///
    /// - Throws: what `body` throws, and ``AuthError`` with code `storeUnavailable`; nothing has changed then.
    func update<R>(_ body: (inout BrokerState) throws(AuthError) -> R) throws(AuthError) -> R {
        try held.withLock { held throws(AuthError) in
            var state = held.state
            let result = try body(&state)
            guard state != held.state else { return result }
            try storage.write(
                SealedEnvelope.seal(
                    state.json.bytes(), as: .vault, key: held.key, keyID: held.keyID, place: place,
                    nonce: random.bytes(12)))
            held.state = state
            return result
        }
    }
}
