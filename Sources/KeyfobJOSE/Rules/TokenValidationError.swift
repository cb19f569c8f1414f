/// A rule that a token violated.
package struct TokenValidationError: Error, Hashable, CustomStringConvertible {
    /// The rules, in the order in which they are checked.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The token's form (RFC 7515 section 7.1), including `crit`.
        case format
        /// `alg` is not supported, or not the key's (RFC 8725 section 3.1).
        case algorithm
        /// There is no key with that `kid`. The issuer may have a new key: fetch its key set again, once, and try
        /// again.
        case unknownKey
        /// The signature (RFC 7515 section 5.2).
        case signature
        /// The claims are not a JSON object without duplicates, with `iss` and `sub` (RFC 7519 section 4).
        case claims
        /// `iss` (OpenID Connect Core section 3.1.3.7 number 2).
        case issuer
        /// `aud` (number 3).
        case audience
        /// `azp` (numbers 4 and 5).
        case authorizedParty
        /// `exp` (number 9).
        case expiration
        /// `nbf` (RFC 7519 section 4.1.5).
        case notBefore
        /// `iat` (number 10).
        case issuedAt
        /// `nonce` (number 11).
        case nonce
        /// `tid`
        case tenant
    }

    /// The rule.
    package let rule: Rule
    /// The violation, without any part of the token.
    package let message: String

    /// Makes an error.
    package init(_ rule: Rule, _ message: String) {
        self.rule = rule
        self.message = message
    }

    /// The rule's name and the message.
    package var description: String { "\(rule.rawValue): \(message)" }
}
