package import KeyfobCore
import KeyfobCrypto

/// The key that a broker encrypts its responses to one app with (`broker_key`): AES-256.
///
/// The app creates it once, stores it where only the app can read it, and sends it with every request.
package struct BrokerKey: Sendable, Hashable {
    /// The length in bytes.
    package static let length = 32

    /// The bytes.
    package let bytes: Secret<[UInt8]>

    /// Creates a new key.
    package init(random: any RandomSource) { bytes = Secret(random.bytes(Self.length)) }

    /// Makes a key of its bytes; nil if there are not 32.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Secret(bytes)
    }

    /// Reads the value of `broker_key`; nil if it is not base64url of 32 bytes. Padding is accepted, since some apps
    /// send it.
    package init?(text: String) {
        let plain = text.hasSuffix("=") ? String(text.dropLast()) : text
        guard let bytes = Base64URL.decode(plain) else { return nil }
        self.init(bytes: bytes)
    }

    /// The value of `broker_key`: base64url, 43 characters.
    package var text: Secret<String> { Secret(Base64URL.encode(bytes.reveal())) }

    /// An identifier of the key that does not reveal it: hexadecimal SHA-256.
    package var thumbprint: String { Hex.encode(Digest.sha256(bytes.reveal())) }
}
