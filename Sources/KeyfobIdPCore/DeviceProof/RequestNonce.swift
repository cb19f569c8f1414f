import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The nonces of `grant_type=srv_challenge`, of device challenges and of page credentials.
///
/// They are not stored: each contains its time, authenticated with the provider's own key, so that requesting many
/// costs nothing, and any node can verify another's. Clients use one several times (Apple's keep it for three minutes),
/// so not the nonce is single-use, but each message that was signed with it (``SignedOnce``).
enum RequestNonce {
    /// The seconds for which a nonce is fresh.
    static let lifetime: Int64 = 300

    static func make(_ context: RequestContext) throws(OAuthError) -> String {
        let time = UInt64(bitPattern: context.now)
        let moment = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: time >> UInt64($0)) }
        let body = moment + context.random.bytes(16)
        return Base64URL.encode(body + mark(of: body, try context.deviceAuthority()))
    }

    static func isFresh(_ nonce: String, _ context: RequestContext) throws(OAuthError) -> Bool {
        guard let bytes = Base64URL.decode(nonce), bytes.count == 40 else { return false }
        let body = Array(bytes.prefix(24))
        guard ConstantTime.equal(mark(of: body, try context.deviceAuthority()), Array(bytes.suffix(16))) else {
            return false
        }
        let moment = Int64(bitPattern: body.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        return moment <= context.now && context.now - moment <= lifetime
    }

    private static func mark(of body: [UInt8], _ authority: DeviceAuthority) -> [UInt8] {
        Array(HMACSHA256.authenticate(body, key: authority.nonceKey).prefix(16))
    }
}

/// Signed messages can be used once: an intercepted one is useless, even while its nonce is fresh.
enum SignedOnce {
    /// Marks a message as used.
    ///
    /// - Throws: ``OAuthError`` 140000 if the message was used before.
    static func spend(_ compact: String, _ context: RequestContext, _ transaction: any IdPTransaction) throws {
        // Without the signature: from an ECDSA signature a second valid one can be made without the key.
        let signed = compact.utf8.reversed().drop { $0 != UInt8(ascii: ".") }.reversed()
        let hash = Digest.sha256(Array("signed message|".utf8) + Array(signed))
        guard try transaction.spendNonce(hash: hash, until: context.now + 2 * RequestNonce.lifetime) else {
            throw OAuthError(140000, detail: "the signed message was used before")
        }
    }
}
