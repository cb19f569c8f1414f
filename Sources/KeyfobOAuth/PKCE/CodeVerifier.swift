package import KeyfobCore
import KeyfobCrypto

/// The secret with which a client proves that it requested the code (RFC 7636, PKCE).
package struct CodeVerifier: Sendable, Hashable {
    /// `code_verifier`: sent once, to the token endpoint.
    package let value: Secret<String>

    /// Makes a verifier from 32 random bytes (RFC 7636 section 4.1).
    package init(random: any RandomSource) { value = Secret(random.token(byteCount: 32)) }

    /// Makes a verifier from a text; nil if it is not 43 to 128 unreserved characters (RFC 7636 section 4.1).
    package init?(_ value: String) {
        guard Self.isWellFormed(value) else { return nil }
        self.value = Secret(value)
    }

    /// `code_challenge` for method `S256`: base64url of the SHA-256 of the verifier (RFC 7636 section 4.2).
    package var challenge: String { Self.challenge(of: value.reveal()) }

    /// Whether a verifier matches a challenge: the provider's check (RFC 7636 section 4.6), in constant time.
    package static func matches(verifier: String, challenge: String, method: CodeChallengeMethod) -> Bool {
        guard isWellFormed(verifier) else { return false }
        return switch method {
        case .s256: ConstantTime.equal(Self.challenge(of: verifier), challenge)
        case .plain: ConstantTime.equal(verifier, challenge)
        }
    }

    private static func challenge(of verifier: String) -> String {
        Base64URL.encode(Digest.sha256(Array(verifier.utf8)))
    }

    private static func isWellFormed(_ value: String) -> Bool {
        (43...128).contains(value.utf8.count)
            && value.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
                    || [0x2D, 0x2E, 0x5F, 0x7E].contains($0)
            }
    }
}

/// The derivation of a challenge from a verifier (`code_challenge_method`, RFC 7636 section 4.3).
package enum CodeChallengeMethod: String, Sendable, Hashable, CaseIterable {
    /// SHA-256 of the verifier; the only one that Keyfob's client sends.
    case s256 = "S256"
    /// The verifier itself; also the meaning of an absent method.
    case plain
}
