/// The derivation of a challenge from a verifier (`code_challenge_method`, RFC 7636 section 4.3).
package enum CodeChallengeMethod: String, Sendable, Hashable, CaseIterable {
    /// SHA-256 of the verifier; the only one that Keyfob's client sends.
    case s256 = "S256"
    /// The verifier itself; also the meaning of an absent method.
    case plain
}
