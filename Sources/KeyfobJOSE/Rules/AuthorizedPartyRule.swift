import KeyfobCore
import KeyfobCrypto

extension IDTokenRule {
    /// OpenID Connect Core section 3.1.3.7 numbers 4 and 5: with several audiences `azp` must be there, and where it
    /// is there it is the client.
    static let authorizedParty = IDTokenRule(rule: .authorizedParty) { token, expectations in
        guard let party = token.claims["azp"] else {
            return token.audiences.count > 1 ? "The token has several audiences and no authorized party." : nil
        }
        let isClient = party.stringValue.map { ConstantTime.equal($0, expectations.audience) } ?? false
        return isClient ? nil : "The token was issued to another client."
    }
}
