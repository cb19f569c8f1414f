/// The identity of an entity in a credential store: whose it is, and its name among that account's entities.
public struct CredentialKey: Sendable, Hashable {
    /// The account in lower case; empty for what belongs to no account (``CredentialKind/appMetadata``).
    public let homeAccountID: String
    /// The rest of the schema's key, the parts joined by hyphens.
    public let name: String

    /// Makes a key of its parts; the account is brought to lower case.
    public init(homeAccountID: String, name: String) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.name = name
    }

    /// Makes a key of the name's parts, which are brought to lower case.
    init(_ homeAccountID: String, _ parts: String...) {
        // A dozen keys are made for every response that is saved.
        var name = ""
        name.reserveCapacity(parts.reduce(parts.count) { $0 + $1.utf8.count })
        for (index, part) in parts.enumerated() {
            if index > 0 { name.append("-") }
            name.append(part.identifierInLowerCase)
        }
        self.init(homeAccountID: homeAccountID, name: name)
    }
}
