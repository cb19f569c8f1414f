import KeyfobCache
import KeyfobCore

/// A token response as a server gives one: an access token of 900 bytes, a refresh token of 600, an id token.
enum SampleResponse {
    static let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let app = "http://localhost"

    static func home(_ user: String) -> String { "\(user).\(tenant)" }

    static func of(_ user: String, number: Int) -> SaveInput {
        let now: Int64 = 1_900_000_000 + Int64(number)
        var input = SaveInput(
            homeAccountID: home(user), environment: "login.microsoftonline.com", realm: tenant, clientID: clientID,
            app: app, localAccountID: user, username: "\(user)@contoso.test", cachedAt: now, expiresOn: now + 3600)
        input.accessToken = filler("a\(number)-\(user)-", 900)
        input.scopes = ["api://files/Files.Read", "api://files/Files.ReadWrite"]
        input.refreshToken = filler("r\(number)-\(user)-", 600)
        input.idToken = idToken(user)
        return input
    }

    private static func filler(_ beginning: String, _ length: Int) -> Secret<String> {
        Secret(beginning + String(repeating: "x", count: max(0, length - beginning.utf8.count)))
    }

    /// A token with claims; its signature is not checked here.
    private static func idToken(_ user: String) -> Secret<String> {
        let claims =
            #"{"oid":"\#(user)","tid":"\#(tenant)","sub":"\#(user)","preferred_username":"\#(user)@contoso.test"}"#
        let parts = [#"{"alg":"RS256","typ":"JWT"}"#, claims].map { Base64URL.encode(Array($0.utf8)) }
        return Secret((parts + [String(repeating: "s", count: 342)]).joined(separator: "."))
    }
}
