package import KeyfobCore
package import KeyfobCrypto
package import KeyfobIdPModel

/// The data of a new provider, with which it can be used at once.
package enum SeedData {
    /// The tenant's id.
    package static let tenantID = "11111111-1111-4111-8111-111111111111"
    /// The demonstration users' password. It is public, so a provider that other machines can reach must not have these
    /// users.
    package static let password = "Keyfob-demo-1"
    /// The client of Contoso's suite.
    package static let suiteClientID = "aaaaaaaa-0000-4000-8000-000000000001"
    /// Another vendor's client.
    package static let notesClientID = "aaaaaaaa-0000-4000-8000-000000000002"
    /// The API Contoso Files.
    package static let filesAppID = "aaaaaaaa-0000-4000-8000-0000000000f1"
    /// Ada's object id.
    package static let adaID = "22222222-0000-4000-8000-000000000001"
    /// Grace's object id; she administers the tenant.
    package static let graceID = "22222222-0000-4000-8000-000000000002"

    /// Writes the tenant Contoso, and one tenant of every other kind, with their users, clients and APIs, if the store
    /// has no tenant yet.
    ///
    /// - Parameters:
    ///   - store: the store to write to.
    ///   - random: the source of the salts.
    ///   - passwordCost: the cost of the password hashes, which are computed here and not shipped.
    /// - Returns: whether anything was written.
    /// - Throws: the store's error, or `CryptoError` for parameters out of range.
    @discardableResult
    package static func contoso(
        in store: any IdPStore, random: any RandomSource, passwordCost: ScryptParameters = .standard
    ) async throws -> Bool {
        guard try await store.transaction({ try $0.tenants().isEmpty }) else { return false }
        // One hash for all: they share the password anyway, and each further hash would take time.
        let hash = try PasswordHash(password: Secret(password), salt: random.bytes(16), parameters: passwordCost)
        let tenants = tenants { random.token() }
        let users = users(passwordHash: hash.encoded)
        let consents = consents
        return try await store.transaction { transaction in
            guard try transaction.tenants().isEmpty else { return false }
            for tenant in tenants { try transaction.put(tenant) }
            for user in users { try transaction.put(user) }
            for consent in consents { try transaction.put(consent) }
            for application in applications { try transaction.put(application) }
            return true
        }
    }
}
