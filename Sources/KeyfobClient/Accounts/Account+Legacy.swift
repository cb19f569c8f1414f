import KeyfobCore

extension Account {
    /// The identifier; nil for an account that only old versions of ADAL stored, until its first silent call.
    package var knownIdentifier: String? { identifier.isEmpty ? nil : identifier }

    /// The name that distinguishes the account in memory and in locks, in lower case.
    package var lookupName: String { (knownIdentifier ?? "name:\(username ?? "")").lowercased() }
}
