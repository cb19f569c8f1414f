import KeyfobCore
import KeyfobOAuth

extension Account {
    /// The account of a sign-in or sign-out, for providers that look it up before they show a page: `login_req` and
    /// `domain_req`, the two halves of the identifier.
    var requestParameters: [(name: String, value: String)] {
        guard let identifier = knownIdentifier, let dot = identifier.lastIndex(of: ".") else { return [] }
        return [
            (ClientFields.userHalf, String(identifier[..<dot])),
            (ClientFields.tenantHalf, String(identifier[identifier.index(after: dot)...])),
        ]
    }
}
