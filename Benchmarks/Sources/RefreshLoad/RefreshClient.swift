import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// A client that redeems one refresh token after another.
struct RefreshClient {
    static let clientID = "aaaaaaaa-0000-4000-8000-000000000001"
    static let redirectURI = "http://localhost"

    /// What came instead of a token.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    private let transport: LoadTransport
    private let endpoint: HTTPURL
    private let scopes: ScopeSet
    private var supply: TokenSupply

    /// A client that redeems tokens from the provider's database.
    init(_ transport: LoadTransport, authority: String, scopes: ScopeSet, drawingFrom count: Int) throws {
        guard let endpoint = HTTPURL(authority + "/oauth2/v2.0/token") else {
            throw Refused(description: "\(authority) is no authority.")
        }
        self.transport = transport
        self.endpoint = endpoint
        self.scopes = scopes
        supply = .drawn(count: count)
    }

    /// Signs a person in by the served pages, and redeems the code.
    init(_ transport: LoadTransport, authority: String, scopes: ScopeSet, browser: inout FormBrowser) async throws {
        guard let authorize = HTTPURL(authority + "/oauth2/v2.0/authorize"),
            let endpoint = HTTPURL(authority + "/oauth2/v2.0/token")
        else { throw Refused(description: "\(authority) is no authority.") }
        let verifier = CodeVerifier(random: SystemRandomSource())
        var request = AuthorizationRequest(clientID: Self.clientID, redirectURI: Self.redirectURI, scopes: scopes)
        request.state = "load"
        request.codeChallenge = verifier.challenge
        request.codeChallengeMethod = "S256"
        let person = Person(user: "ada@contoso.test", password: "Keyfob-demo-1")
        let visit = try await person.visit(request.url(endpoint: authorize), with: &browser)
        guard let redirect = visit.redirect, case .code(let answer) = try AuthorizationResponse(parsing: redirect)
        else {
            throw Refused(description: "No code: \(visit.errorText ?? visit.pages.joined(separator: ", "))")
        }
        let grant = TokenGrant.authorizationCode(
            code: answer.code, redirectURI: Self.redirectURI, verifier: verifier.value)
        self.transport = transport
        self.endpoint = endpoint
        self.scopes = scopes
        supply = .rotating(try await Self.redeem(grant, scopes: scopes, at: endpoint, over: transport))
    }

    /// One grant: access and refresh token in the reply, and an id token if `openid` is among the scopes.
    mutating func refresh() async throws {
        supply.keep(
            try await Self.redeem(.refreshToken(supply.next()), scopes: scopes, at: endpoint, over: transport))
    }

    private static func redeem(
        _ grant: TokenGrant, scopes: ScopeSet, at endpoint: HTTPURL, over transport: LoadTransport
    ) async throws -> Secret<String> {
        let request = TokenRequest(grant: grant, clientID: clientID, scopes: scopes)
        let response = try await transport.send(.form(endpoint, request.parameters()))
        guard response.status == 200 else {
            throw Refused(description: "Status \(response.status): \(String(decoding: response.body, as: UTF8.self))")
        }
        let tokens = try TokenResponse(parsing: response.body)
        guard let next = tokens.refreshToken, tokens.accessToken != nil,
            (tokens.idToken != nil) == scopes.contains("openid")
        else { throw Refused(description: "The reply lacks a token.") }
        return next
    }
}
