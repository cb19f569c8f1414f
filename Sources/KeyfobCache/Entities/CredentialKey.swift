/// The identity of an entity in a credential store: its account, and its name among that account's entities.
package struct CredentialKey: Sendable, Hashable {
    /// The account in lower case; empty for entities that belong to no account (``CredentialKind/appMetadata``).
    package let homeAccountID: String
    /// The other parts of the schema's key, joined by hyphens.
    package let name: String

    /// Makes a key; converts the account to lower case.
    package init(homeAccountID: String, name: String) {
        self.homeAccountID = homeAccountID.identifierInLowerCase
        self.name = name
    }

    /// Makes a key from the parts of the name, which are converted to lower case.
    init(_ homeAccountID: String, _ parts: String...) {
        // For speed: a dozen keys are made for every response that is saved.
        var name = ""
        name.reserveCapacity(parts.reduce(parts.count) { $0 + $1.utf8.count })
        for (index, part) in parts.enumerated() {
            if index > 0 { name.append("-") }
            name.append(part.identifierInLowerCase)
        }
        self.init(homeAccountID: homeAccountID, name: name)
    }
}
