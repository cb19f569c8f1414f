#if PostgreSQL
import KeyfobCore
import KeyfobIdP
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider, in this process or another one.
protocol VisitedProvider: HTTPTransport {
    /// Its address.
    var base: HTTPURL { get }
}

extension InMemoryProvider: VisitedProvider {}

/// What a user's client does at a provider.
enum Visit {
    /// Why a visit did not end with what the client needs.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let redirect = "http://localhost:51000/contoso-a"
    private static let scope = "openid profile offline_access api://files/Files.Read"

    /// Signs Ada in, and returns the code and its verifier.
    static func code(
        at provider: some VisitedProvider, _ clock: any WallClock
    ) async throws -> (code: String, verifier: CodeVerifier) {
        var browser = FormBrowser(transport: provider, clock: clock)
        let verifier = CodeVerifier(random: SystemRandomSource())
        let parameters = FormParameters([
            ("client_id", SeedData.suiteClientID), ("response_type", "code"), ("redirect_uri", redirect),
            ("scope", scope), ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
        ])
        let begin = parameters.appended(to: provider.base.with(path: "/common/oauth2/v2.0/authorize"))
        let person = Person(user: "ada@contoso.test", password: SeedData.password)
        let visit = try await person.visit(begin, with: &browser)
        let query = visit.redirect?.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        guard let code = try FormParameters(parsing: query)["code"] else {
            throw Failure(description: "The sign-in at \(provider.base) ended with \(visit)")
        }
        return (code, verifier)
    }

    /// Redeems a code.
    static func redeem(
        _ code: (code: String, verifier: CodeVerifier), at provider: some VisitedProvider
    ) async throws -> HTTPResponse {
        try await token(
            [
                ("grant_type", "authorization_code"), ("code", code.code), ("redirect_uri", redirect),
                ("code_verifier", code.verifier.value.reveal()),
            ], at: provider)
    }

    /// Redeems a refresh token.
    static func refresh(_ token: String, at provider: some VisitedProvider) async throws -> HTTPResponse {
        try await Self.token(
            [("grant_type", "refresh_token"), ("refresh_token", token), ("scope", scope)], at: provider)
    }

    /// Signs Ada in, and returns her refresh token.
    static func refreshToken(at provider: some VisitedProvider, _ clock: any WallClock) async throws -> String {
        let response = try await redeem(try await code(at: provider, clock), at: provider)
        guard let token = try TokenResponse(parsing: response.body).refreshToken else {
            throw Failure(description: "The response has no refresh token.")
        }
        return token.reveal()
    }

    private static func token(
        _ parameters: [(String, String)], at provider: some VisitedProvider
    ) async throws -> HTTPResponse {
        try await provider.send(
            .form(
                provider.base.with(path: "/common/oauth2/v2.0/token"),
                FormParameters([("client_id", SeedData.suiteClientID)] + parameters)))
    }
}
#endif
