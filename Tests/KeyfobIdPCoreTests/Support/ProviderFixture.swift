import KeyfobConformance
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting

/// One provider with its clock, a browser, and a client whose requests are composed by hand. Its store is of the test's
/// kind (`OnEveryStore`), unless one is given.
struct ProviderFixture {
    let clock = MovableClock()
    let provider: InMemoryProvider
    var browser: FormBrowser
    var clientID = SeedData.suiteClientID
    var redirectURI = "http://localhost:51000/contoso-a"
    var segment = "common"
    let verifier = CodeVerifier(random: SystemRandomSource())

    init(
        base: HTTPURL? = nil, store: (any IdPStore)? = nil,
        configure: (inout IdPConfiguration) -> Void = { _ in }
    ) async throws {
        let store = if let store { store } else { try await StoreKind.current.make() as any IdPStore }
        provider = try await InMemoryProvider(base: base, clock: clock, store: store, configure: configure)
        browser = FormBrowser(transport: provider, clock: clock)
    }

    static let ada = Person(user: "ada@contoso.test", password: SeedData.password)

    func url(_ path: String, _ parameters: [(String, String)] = []) throws -> HTTPURL {
        FormParameters(parameters).appended(to: provider.base.with(path: path))
    }

    /// The parameters of a valid authorization request, with changes: nil omits one.
    func authorization(scope: String, _ changes: [String: String?] = [:]) -> [(String, String)] {
        var values: [String: String] = [
            "client_id": clientID, "response_type": "code", "redirect_uri": redirectURI, "scope": scope,
            "state": "the-state", "nonce": "the-nonce", "code_challenge": verifier.challenge,
            "code_challenge_method": "S256", "client_info": "1",
        ]
        for (name, value) in changes { values[name] = value }
        return values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Lets a person sign in.
    mutating func signIn(
        _ person: Person = ada, scope: String = "openid profile offline_access api://files/Files.Read",
        _ changes: [String: String?] = [:]
    ) async throws -> Person.Visit {
        let url = try url("/\(segment)/oauth2/v2.0/authorize", authorization(scope: scope, changes))
        return try await person.visit(url, with: &browser)
    }

    /// The parameters of the redirect at the end of a visit.
    static func reply(_ visit: Person.Visit) throws -> FormParameters {
        let query = visit.redirect?.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        return try FormParameters(parsing: query)
    }

    /// Sends a form to the token endpoint.
    func token(_ parameters: [(String, String)], path: String? = nil) async throws -> HTTPResponse {
        try await provider.send(
            .form(try url(path ?? "/\(segment)/oauth2/v2.0/token"), FormParameters(parameters)))
    }

    /// Redeems a code, with changes to the request.
    func redeem(
        _ code: String, scope: String? = nil, _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values = [
            "grant_type": "authorization_code", "client_id": clientID, "code": code, "redirect_uri": redirectURI,
            "code_verifier": verifier.value.reveal(), "client_info": "1",
        ]
        values["scope"] = scope
        for (name, value) in changes { values[name] = value }
        return try await token(values.map { ($0.key, $0.value) })
    }

    /// Uses a refresh token.
    func refresh(
        _ token: String, scope: String = "openid profile offline_access api://files/Files.Read",
        _ changes: [String: String?] = [:]
    ) async throws -> HTTPResponse {
        var values = [
            "grant_type": "refresh_token", "client_id": clientID, "refresh_token": token, "scope": scope,
            "client_info": "1",
        ]
        for (name, value) in changes { values[name] = value }
        return try await self.token(values.map { ($0.key, $0.value) })
    }

    /// Signs in and redeems the code.
    mutating func tokens(
        scope: String = "openid profile offline_access api://files/Files.Read"
    ) async throws -> TokenResponse {
        let code = try Self.reply(try await signIn(scope: scope))["code"] ?? ""
        return try TokenResponse(parsing: try await redeem(code).body)
    }
}

extension HTTPResponse {
    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    /// The AADSTS number of an error body.
    var number: Int64? { json["error_codes"]?.arrayValue?.first?.integerValue }
}

extension Person.Visit {
    /// Whether the app was sent a code. (`error_subcode=` has the same letters in it.)
    var hasCode: Bool { (try? ProviderFixture.reply(self))?["code"]?.isEmpty == false }
}
