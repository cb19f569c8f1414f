/// One rule about the claims of an ID token: nil if it holds, else why not.
///
/// The rules are values in a list, so that each can be read, tested and counted by itself.
struct IDTokenRule: Sendable {
    let rule: TokenValidationError.Rule
    let violation: @Sendable (IDToken, IDTokenExpectations) -> String?

    /// Every rule, in the order in which they are checked.
    static let all: [IDTokenRule] = [
        .issuer, .audience, .authorizedParty, .expiration, .notBefore, .issuedAt, .nonce, .tenant,
    ]
}
