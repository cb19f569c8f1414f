import KeyfobCore
import KeyfobCrypto

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 number 11: a nonce that was sent is returned unchanged.
    static let nonce = IDTokenRule(rule: .nonce) { token, expectations in
        guard let expected = expectations.nonce else { return nil }
        guard let nonce = token.nonce else { return "The token has no nonce, although one was sent." }
        return ConstantTime.equal(nonce, expected) ? nil : "The token is for another request."
    }
}
