import KeyfobCore
import KeyfobCrypto

/// The vault's bytes: a line of JSON that says how it is sealed, and after it what is sealed. The line is authenticated
/// with it.
struct VaultEnvelope {
    private static let version: Int64 = 1

    let keyID: String
    let place: String
    private let header: [UInt8]
    private let sealed: ArraySlice<UInt8>

    /// Reads the line.
    init(parsing bytes: [UInt8]) throws(AuthError) {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")),
            let line = try? JSONValue(parsing: Array(bytes[..<end])),
            let version = line["keyfob_vault"]?.integerValue, let keyID = line["key_id"]?.stringValue,
            let place = line["place"]?.stringValue
        else { throw .damagedVault }
        guard version == Self.version else {
            throw AuthError(
                .storeUnavailable, origin: .store,
                message: "The broker's vault was written by a newer version of Keyfob.",
                remedy: "Start that version.")
        }
        self.keyID = keyID
        self.place = place
        header = Array(bytes[...end])
        sealed = bytes[bytes.index(after: end)...]
    }

    func open(_ key: AESGCMKey) throws(AuthError) -> BrokerState {
        guard let plain = try? key.open(sealed, associatedData: header),
            let json = try? JSONValue(parsing: plain), let state = BrokerState(json: json)
        else { throw .damagedVault }
        return state
    }

    static func seal(
        _ state: BrokerState, key: AESGCMKey, keyID: String, place: String, nonce: [UInt8]
    ) throws(AuthError) -> [UInt8] {
        let line: JSONValue = [
            "keyfob_vault": .integer(version), "key_id": .string(keyID), "place": .string(place),
        ]
        let header = line.bytes() + [UInt8(ascii: "\n")]
        do {
            return header + (try key.seal(state.json.bytes(), nonce: nonce, associatedData: header))
        } catch {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "The broker's vault could not be sealed.", cause: error)
        }
    }
}

extension AuthError {
    fileprivate static var damagedVault: AuthError {
        AuthError(
            .storeUnavailable, origin: .store,
            message: "The broker's vault is damaged, or was changed by another program; nothing in it was touched.",
            remedy: "Restore it from a copy; or remove it by hand, and every user signs in again.")
    }
}
