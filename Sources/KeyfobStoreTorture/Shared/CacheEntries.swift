import KeyfobCore

/// The entries of a shared token cache, by `SECTION HOME-ACCOUNT-ID`, with their secrets.
struct CacheEntries: Sendable {
    static let sections = ["AccessToken", "RefreshToken", "Account"]

    private(set) var secrets: [String: String] = [:]

    /// Nil if it is not a complete document; empty if there is none yet.
    init?(_ bytes: [UInt8]?) {
        guard let bytes, !bytes.isEmpty else { return }
        guard let document = try? JSONValue(parsing: bytes) else { return nil }
        for section in Self.sections {
            for entry in (document[section]?.objectValue ?? [:]).values {
                guard let home = entry["home_account_id"]?.stringValue else { continue }
                secrets["\(section) \(home)"] = entry["secret"]?.stringValue ?? ""
            }
        }
    }

    /// The entries that a writer loses by replacing these by `newer`: those of others that differ, and its own that are
    /// missing.
    ///
    /// - Parameter writer: the prefix of its accounts' names.
    func lost(in newer: CacheEntries, by writer: String) -> [String] {
        secrets.compactMap { name, secret in
            let isOwn = name.contains(" \(writer)-")
            let after = newer.secrets[name]
            return (isOwn ? after == nil : after != secret) ? name : nil
        }.sorted()
    }
}
