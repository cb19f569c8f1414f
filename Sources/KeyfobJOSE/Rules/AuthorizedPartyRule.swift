import KeyfobCore
import KeyfobCrypto

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 numbers 4 and 5: with several audiences `azp` is required, and if present it
    /// is the client id.
    static let authorizedParty = IDTokenRule(rule: .authorizedParty) { token, expectations in
        guard let party = token.claims["azp"] else {
            return token.audiences.count > 1 ? "The token has several audiences and no authorized party." : nil
        }
        let isClient = party.stringValue.map { ConstantTime.equal($0, expectations.audience) } ?? false
        return isClient ? nil : "The token was issued to another client."
    }
}
