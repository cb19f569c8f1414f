import KeyfobCore
import KeyfobCrypto

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 number 3: `aud` is the client id, or an array that contains it.
    static let audience = IDTokenRule(rule: .audience) { token, expectations in
        switch token.claims["aud"] {
        case .string(let audience):
            return ConstantTime.equal(audience, expectations.audience) ? nil : "The token is for another client."
        case .array(let audiences):
            let names = audiences.compactMap(\.stringValue)
            guard names.count == audiences.count else { return "The token's audience is malformed." }
            return names.contains { ConstantTime.equal($0, expectations.audience) }
                ? nil : "The token is for other clients."
        default: return "The token has no valid audience."
        }
    }
}

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 numbers 4 and 5: `azp`, if present, is the client id. With several audiences
    /// it was required before errata 2, and is where the expectations say so.
    static let authorizedParty = IDTokenRule(rule: .authorizedParty) { token, expectations in
        guard let party = token.claims["azp"] else {
            return token.audiences.count > 1 && expectations.requiresAuthorizedParty
                ? "The token has several audiences and no authorized party." : nil
        }
        let isClient = party.stringValue.map { ConstantTime.equal($0, expectations.audience) } ?? false
        return isClient ? nil : "The token was issued to another client."
    }
}

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 number 11: a nonce that was sent is returned unchanged.
    static let nonce = IDTokenRule(rule: .nonce) { token, expectations in
        guard let expected = expectations.nonce else { return nil }
        guard let nonce = token.nonce else { return "The token has no nonce, although one was sent." }
        return ConstantTime.equal(nonce, expected) ? nil : "The token is for another request."
    }
}
