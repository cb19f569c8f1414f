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
        guard let algorithm = jws.issuerAlgorithm else {
            throw TokenValidationError(
                .algorithm, "The token is signed with the algorithm \(named(in: jws)), which Keyfob does not accept.")
        }
        let candidates = try candidates(for: jws, algorithm, in: keys)
        for (index, key) in candidates.enumerated() {
            do {
                return try jws.verify(with: key)
            } catch  where index < candidates.count - 1 {
                continue
            } catch {
                // The keys that are known may be old, if the token names none.
                throw TokenValidationError(jws.keyID == nil ? .unknownKey : .signature, error.message)
            }
        }
    }

    /// The issuer's keys that may have signed the token: that with its `kid`, or those for its algorithm if it has none
    /// (OpenID Connect Core section 10.1) or the issuer publishes keys without. At least one.
    private static func candidates(
        for jws: JWS, _ algorithm: IssuerAlgorithm, in keys: JWKSet
    ) throws(TokenValidationError) -> [JWK] {
        guard jws.header["kid"] == nil || jws.keyID != nil else {
            throw TokenValidationError(.unknownKey, "The token's kid is not a string.")
        }
        let named = jws.keyID.map { id in keys.keys.filter { $0.keyID.map { $0.utf8.elementsEqual(id.utf8) } ?? false }
        }
        if let named, !named.isEmpty {
            // Keys of two kinds may have one kid (RFC 7517 section 4.5).
            let fitting = named.filter { $0.isFor(algorithm) }
            guard !fitting.isEmpty else {
                throw TokenValidationError(
                    .algorithm,
                    "The token is signed with \(algorithm.rawValue), which does not belong to the issuer's key.")
            }
            return fitting
        }
        let fitting = keys.keys.filter { $0.isFor(algorithm) && (named == nil || $0.keyID == nil) }
        guard !fitting.isEmpty else {
            throw TokenValidationError(
                .unknownKey,
                named == nil
                    ? "The token's issuer publishes no key for \(algorithm.rawValue)."
                    : "The token is signed with a key that its issuer does not publish.")
        }
        // A set that is larger than any issuer's, so that a token does not cost more than a few verifications.
        return Array(fitting.prefix(16))
    }

    /// The algorithm in a token's header, as far as a message may repeat it.
    private static func named(in jws: JWS) -> String {
        let name = jws.header["alg"]?.stringValue ?? ""
        let isPlain = (1...32).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isPlain ? name : "of its header"
    }
}
