package import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The rule about client secrets.
package enum SecretRule {
    /// The hash of a secret that is stored. Secrets are long and random, so that a fast hash protects them.
    package static func digest(_ secret: Secret<String>, salt: [UInt8]) -> [UInt8] {
        HMACSHA256.authenticate(Array(secret.reveal().utf8), key: salt)
    }

    /// Whether a secret is one of the client's, and valid now. Every stored secret is compared, in constant time, so
    /// that the duration does not reveal which one is similar.
    ///
    /// - Returns: the error; nil if the secret is right.
    static func refusal(of secret: Secret<String>, of client: Application, now: Int64) -> OAuthError? {
        var isValid = false
        var isExpired = false
        for stored in client.credentials?.secrets ?? [] {
            let isSame = ConstantTime.equal(digest(secret, salt: stored.salt), stored.digest)
            if isSame, stored.startsAt <= now, now < stored.endsAt { isValid = true }
            if isSame, now >= stored.endsAt { isExpired = true }
        }
        return isValid ? nil : OAuthError(isExpired ? 7_000_222 : 7_000_215, ["app": client.appID])
    }
}
