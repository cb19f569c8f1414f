import Foundation
import KeyfobCache
import KeyfobCore

/// The caches of `Tests/Vectors/caches`, and their contents.
enum SharedCaches {
    static let uid = "0a0a0a0a-1111-4222-8333-444444444444"
    static let tenant = "0b0b0b0b-1111-4222-8333-555555555555"
    static let home = "\(uid).\(tenant)"
    static let client = "c0c0c0c0-1111-4222-8333-666666666666"
    static let host = "login.microsoftonline.com"
    static let now: Int64 = 1_900_000_100

    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/caches")
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    static func contents(_ bytes: [UInt8], authority: String? = host) throws -> SharedCacheContents {
        SharedCacheContents(try SharedCacheDocument(parsing: bytes), authority: authority)
    }

    /// Returns the bytes after a transaction.
    static func edit(
        _ bytes: [UInt8], authority: String? = host, _ body: (SharedCacheTransaction) throws -> Void
    ) throws -> [UInt8] {
        let transaction = SharedCacheTransaction(try contents(bytes, authority: authority))
        try body(transaction)
        return try transaction.result(now: now)?.bytes ?? bytes
    }

    /// Makes a token response of the client.
    static func response(
        _ token: String, scopes: ScopeSet = ["Files.Read"], environment: String = host, client: String = client
    ) -> SaveInput {
        var input = SaveInput(
            homeAccountID: home, environment: environment, realm: tenant, clientID: client, app: "app",
            localAccountID: uid, username: "Ada@contoso.example", cachedAt: now, expiresOn: now + 3_600)
        input.accessToken = Secret(token)
        input.scopes = scopes
        input.refreshToken = Secret("refresh of \(token)")
        return input
    }

    static func query(_ scopes: ScopeSet = ["files.read"], environment: String = host) -> AccessTokenQuery {
        AccessTokenQuery(
            environment: environment, realm: tenant, clientID: client, app: "app", scopes: scopes, now: now)
    }

    /// Returns a cache after a transaction that reads everything and writes it again.
    static func writtenAgain(_ bytes: [UInt8]) throws -> [UInt8] {
        try edit(bytes) { transaction in
            for home in try transaction.homeAccountIDs() + [""] {
                for entity in try transaction.partition(homeAccountID: home)?.entities ?? [] {
                    try transaction.put(entity)
                }
            }
        }
    }
}

extension SharedCacheDocument {
    /// Returns every entry's text by section and key.
    var entries: [String: String] {
        var entries: [String: String] = [:]
        for section in sectionNames {
            for key in keys(of: section) { entries["\(section) \(key)"] = text(of: key, in: section) }
        }
        return entries
    }
}
