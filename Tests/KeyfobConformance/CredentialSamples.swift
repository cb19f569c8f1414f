import KeyfobCache
import KeyfobCore

/// Sample entities for testing stores.
enum CredentialSamples {
    static let home = "0a0a0a0a-0000-4000-8000-000000000001.0b0b0b0b-0000-4000-8000-000000000002"
    static let other = "0c0c0c0c-0000-4000-8000-000000000003.0b0b0b0b-0000-4000-8000-000000000002"
    static let environment = "login.windows.net"
    static let client = "11111111-0000-4000-8000-000000000001"

    static func accessToken(
        _ secret: String, home: String = home, scopes: ScopeSet = ["Files.Read"], unknown: [String: JSONValue] = [:]
    ) -> CredentialEntity {
        .accessToken(
            AccessTokenEntity(
                homeAccountID: home, environment: environment, clientID: client, realm: "tenant", scopes: scopes,
                cachedAt: 1_900_000_000, expiresOn: 1_900_003_600, extendedExpiresOn: 1_900_007_200,
                refreshOn: 1_900_001_800, contents: CredentialContents(secret: Secret(secret), unknown: unknown)))
    }

    static func refreshToken(_ secret: String, family: String? = nil) -> CredentialEntity {
        .refreshToken(
            RefreshTokenEntity(
                homeAccountID: home, environment: environment, clientID: client, familyID: family,
                contents: CredentialContents(secret: Secret(secret))))
    }

    static func account(home: String = home, username: String = "ada@contoso.test") -> CredentialEntity {
        .account(
            AccountEntity(
                homeAccountID: home, environment: environment, realm: "tenant", localAccountID: "local",
                username: username,
                contents: CredentialContents(secret: nil, unknown: ["later": ["kept", 1]])))
    }

    static let state = CredentialEntity.signInState(
        SignInStateEntity(homeAccountID: home, clientID: client, app: "msauth.Test.A://auth", state: .signedOut))

    static let metadata = CredentialEntity.appMetadata(
        AppMetadataEntity(clientID: client, environment: environment, familyID: "1"))

    static let future = CredentialEntity.unknown(
        UnknownEntity(
            kind: CredentialKind(rawValue: "KindOfTheFuture"),
            key: CredentialKey(homeAccountID: home, name: "future-1"),
            contents: CredentialContents(secret: Secret("sealed"), unknown: ["member": true])))
}
