import KeyfobCore

extension Account {
    /// The identifier; nil for an account that only old versions of ADAL kept, until its first silent call.
    var knownIdentifier: String? { identifier.isEmpty ? nil : identifier }

    /// What tells the account from others in memory and in locks, in lower case.
    var lookupName: String { (knownIdentifier ?? "name:\(username ?? "")").lowercased() }
}
