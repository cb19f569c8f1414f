import Foundation
import KeyfobCache
import KeyfobCore

/// One signed-in person as the store keeps one: two access tokens, two refresh tokens, an id token, the user and the
/// app's state; about 4.5 kB of secrets.
struct SampleAccount {
    static let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    static let environment = "login.microsoftonline.com"
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let app = "http://localhost"
    static let granted: ScopeSet = ["api://files/Files.Read", "api://files/Files.ReadWrite"]
    static let subset: ScopeSet = ["api://files/Files.Read"]

    let index: Int

    var userID: String {
        let digits = String(index, radix: 16)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits + "-0000-4000-8000-000000000000"
    }

    var homeAccountID: String { "\(userID).\(Self.tenant)" }

    func entities(now: Int64) -> [CredentialEntity] {
        [
            accessToken(Self.granted, now: now), accessToken(["api://mail/Mail.Read"], now: now),
            refreshToken(family: nil), refreshToken(family: "1"),
            .idToken(
                IDTokenEntity(
                    homeAccountID: homeAccountID, environment: Self.environment, clientID: Self.clientID,
                    realm: Self.tenant, contents: CredentialContents(secret: Secret(idToken)))),
            .account(
                AccountEntity(
                    homeAccountID: homeAccountID, environment: Self.environment, realm: Self.tenant,
                    localAccountID: userID, username: "user\(index)@contoso.test")),
            .signInState(
                SignInStateEntity(
                    homeAccountID: homeAccountID, clientID: Self.clientID, app: Self.app, state: .signedIn)),
        ]
    }

    private func accessToken(_ scopes: ScopeSet, now: Int64) -> CredentialEntity {
        .accessToken(
            AccessTokenEntity(
                homeAccountID: homeAccountID, environment: Self.environment, clientID: Self.clientID,
                realm: Self.tenant, scopes: scopes, cachedAt: now, expiresOn: now + 86_400,
                contents: CredentialContents(secret: filler("a", 900))))
    }

    private func refreshToken(family: String?) -> CredentialEntity {
        .refreshToken(
            RefreshTokenEntity(
                homeAccountID: homeAccountID, environment: Self.environment, clientID: Self.clientID, familyID: family,
                contents: CredentialContents(secret: filler("r", 600))))
    }

    /// A token whose claims can be read; its signature was, as far as the store knows, checked when it came.
    private var idToken: String {
        let claims = """
            {"oid":"\(userID)","tid":"\(Self.tenant)","sub":"\(userID)","name":"User \(index)",\
            "preferred_username":"user\(index)@contoso.test"}
            """
        let parts = [#"{"alg":"RS256","typ":"JWT"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }
        return (parts + [String(repeating: "s", count: 342)]).joined(separator: ".")
    }

    private func filler(_ character: Character, _ length: Int) -> Secret<String> {
        Secret(userID + String(repeating: character, count: length - userID.utf8.count))
    }
}
