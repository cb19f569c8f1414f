import KeyfobCore

extension IDTokenValidator {
    /// Whether a token is unsigned (`alg` is `none`, RFC 7518 section 3.6).
    package static func isUnsigned(_ compact: String) -> Bool {
        (try? JWS(compact: compact))?.header["alg"]?.stringValue == "none" && compact.hasSuffix(".")
    }

    /// Validates an unsigned token that came directly from the issuer's token endpoint, so that TLS authenticates it
    /// (OpenID Connect Core section 3.1.3.7 number 6). The version 1 endpoints return such tokens.
    ///
    /// The rules about the claims are the same as for signed tokens. Signed tokens, and tokens from any other source,
    /// require ``validate(_:keys:expectations:)``.
    ///
    /// - Throws: ``TokenValidationError`` with the first rule that the token violates.
    package static func validateUnsigned(
        _ compact: String, expectations: IDTokenExpectations
    ) throws(TokenValidationError) -> IDToken {
        guard isUnsigned(compact) else {
            throw TokenValidationError(.algorithm, "The token is signed, and its signature has to be verified.")
        }
        let token: IDToken
        do { token = try IDToken(decodingWithoutValidation: compact) } catch {
            throw TokenValidationError(.claims, error.message)
        }
        for rule in IDTokenRule.all {
            if let violation = rule.violation(token, expectations) { throw TokenValidationError(rule.rule, violation) }
        }
        return token
    }
}
