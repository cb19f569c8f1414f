import KeyfobCore

/// Validates ID tokens (OpenID Connect Core section 3.1.3.7).
package enum IDTokenValidator {
    /// Validates a token and returns its claims.
    ///
    /// - Parameters:
    ///   - compact: the token.
    ///   - keys: the issuer's published keys.
    ///   - expectations: the expected values.
    /// - Throws: ``TokenValidationError`` with the first rule that the token violates. With `unknownKey` the issuer's
    ///   key set may be out of date: fetch it again, once.
    package static func validate(
        _ compact: String, keys: JWKSet, expectations: IDTokenExpectations
    ) throws(TokenValidationError) -> IDToken {
        let jws: JWS
        do { jws = try JWS(compact: compact) } catch { throw TokenValidationError(.format, error.message) }
        try verify(jws, keys: keys)
        let token: IDToken
        do { token = try IDToken(jws, rawValue: compact) } catch { throw TokenValidationError(.claims, error.message) }
        for rule in IDTokenRule.all {
            if let violation = rule.violation(token, expectations) { throw TokenValidationError(rule.rule, violation) }
        }
        return token
    }

    private static func verify(_ jws: JWS, keys: JWKSet) throws(TokenValidationError) {
        // The algorithm is checked before the key: `none` and `HS256` are refused with every key (RFC 8725 section
        // 3.1).
        guard let algorithm = jws.header["alg"]?.stringValue.flatMap(SignatureAlgorithm.init(rawValue:)) else {
            throw TokenValidationError(.algorithm, "The token is signed with an algorithm that Keyfob does not accept.")
        }
        guard let keyID = jws.keyID, let key = keys.key(keyID) else {
            throw TokenValidationError(.unknownKey, "The token is signed with a key that its issuer does not publish.")
        }
        guard key.algorithm == algorithm else {
            throw TokenValidationError(.algorithm, "The token is not signed by the algorithm that belongs to the key.")
        }
        do {
            try jws.verify(with: key, algorithm: algorithm)
        } catch {
            throw TokenValidationError(.signature, error.message)
        }
    }
}
