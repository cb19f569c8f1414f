import KeyfobCore

/// What a shared token cache holds of each account: `SECTION HOME-ACCOUNT-ID`, and its secret.
struct CacheEntries: Sendable {
    static let sections = ["AccessToken", "RefreshToken", "Account"]

    private(set) var secrets: [String: String] = [:]

    /// Nil if it is no whole document; empty if there is none yet.
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

    /// What a writer loses by leaving these as `newer`: of others whatever is not as it was, of its own what is gone.
    ///
    /// - Parameter writer: with what the names of its own accounts begin.
    func lost(in newer: CacheEntries, by writer: String) -> [String] {
        secrets.compactMap { name, secret in
            let isOwn = name.contains(" \(writer)-")
            let after = newer.secrets[name]
            return (isOwn ? after == nil : after != secret) ? name : nil
        }.sorted()
    }
}
