/// A rule about the claims of an ID token: returns nil if it holds, else a description of the violation.
///
/// The rules are values in a list, so that each can be read, tested and counted separately.
struct IDTokenRule: Sendable {
    let rule: TokenValidationError.Rule
    let violation: @Sendable (IDToken, IDTokenExpectations) -> String?

    /// All rules, in the order in which they are checked.
    static let all: [IDTokenRule] = [
        .issuer, .audience, .authorizedParty, .expiration, .notBefore, .issuedAt, .nonce, .tenant,
    ]
}
