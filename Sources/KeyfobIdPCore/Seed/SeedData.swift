public import KeyfobCore
public import KeyfobCrypto

/// What a fresh provider holds, so that it can be used at once.
public enum SeedData {
    /// The tenant's id.
    public static let tenantID = "11111111-1111-4111-8111-111111111111"
    /// The demonstration users' password. It is printed everywhere, so a provider that other machines reach must not
    /// have these users.
    public static let password = "Keyfob-demo-1"
    /// The client of Contoso's suite.
    public static let suiteClientID = "aaaaaaaa-0000-4000-8000-000000000001"
    /// Another vendor's client.
    public static let notesClientID = "aaaaaaaa-0000-4000-8000-000000000002"
    /// The API Contoso Files.
    public static let filesAppID = "aaaaaaaa-0000-4000-8000-0000000000f1"
    /// Ada's object id.
    public static let adaID = "22222222-0000-4000-8000-000000000001"
    /// Grace's object id.
    public static let graceID = "22222222-0000-4000-8000-000000000002"

    /// Writes the tenant Contoso, its users, clients and APIs, if the store has no tenant yet.
    ///
    /// - Parameters:
    ///   - store: where to.
    ///   - random: for salts.
    ///   - passwordCost: the cost of the password hashes, which are computed here and nowhere shipped.
    /// - Returns: whether anything was written.
    /// - Throws: the store's error, or `CryptoError` for parameters out of range.
    @discardableResult
    public static func contoso(
        in store: any IdPStore, random: any RandomSource, passwordCost: ScryptParameters = .standard
    ) async throws -> Bool {
        guard try await store.transaction({ try $0.tenants().isEmpty }) else { return false }
        let tenant = Tenant(
            id: tenantID, displayName: "Contoso", domains: ["contoso.test"], partialConsent: true,
            subjectSalt: random.token())
        let users = try [
            user(adaID, "ada@contoso.test", "Ada", "Lovelace", random, passwordCost),
            user(graceID, "grace@contoso.test", "Grace", "Hopper", random, passwordCost),
        ]
        return try await store.transaction { transaction in
            guard try transaction.tenants().isEmpty else { return false }
            try transaction.put(tenant)
            for user in users { try transaction.put(user) }
            for application in applications { try transaction.put(application) }
            return true
        }
    }

    private static func user(
        _ id: String, _ name: String, _ given: String, _ family: String, _ random: any RandomSource,
        _ cost: ScryptParameters
    ) throws -> User {
        let hash = try PasswordHash(password: Secret(password), salt: random.bytes(16), parameters: cost)
        return User(
            objectID: id, tenantID: tenantID, userPrincipalName: name, displayName: "\(given) \(family)",
            givenName: given, familyName: family, mail: name, passwordHash: hash.encoded, isDemonstration: true)
    }
}
