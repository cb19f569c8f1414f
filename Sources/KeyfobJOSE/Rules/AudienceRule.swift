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
