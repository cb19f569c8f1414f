import KeyfobCore

extension IDTokenValidator {
    /// Whether a token says of itself that it is not signed (`alg` is `none`, RFC 7518 section 3.6).
    public static func isUnsigned(_ compact: String) -> Bool {
        (try? JWS(compact: compact))?.header["alg"]?.stringValue == "none" && compact.hasSuffix(".")
    }

    /// Checks an unsigned token that came straight from the issuer's token endpoint over TLS, which then vouches for
    /// it (OpenID Connect Core section 3.1.3.7 number 6). The version 1 endpoints answer with such tokens.
    ///
    /// Every rule about the claims holds as for a signed one. A token with a signature, or that came by any other way,
    /// is for ``validate(_:keys:expectations:)``.
    ///
    /// - Throws: ``TokenValidationError`` with the first rule that the token breaks.
    public static func validateUnsigned(
        _ compact: String, expectations: IDTokenExpectations
    ) throws(TokenValidationError) -> IDToken {
        guard isUnsigned(compact) else {
            throw TokenValidationError(.algorithm, "The token is signed, and its signature has to be checked.")
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
