import Foundation
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The broker's responses as IdentityCore, ADAL and MSAL.NET parse them.
@Suite("responses that genuine clients parse")
struct GenuineReaderTests {
    private let app = BrokeredApp.a

    private func ask(
        _ fixture: BrokerFixture, _ content: SingleSignOnRequest.Content,
        _ change: (inout [String: String]) -> Void = { _ in }
    ) async throws -> [String: String] {
        let request = SingleSignOnRequest(content, correlationID: SystemRandomSource().uuid())
        var dictionary = request.dictionary
        change(&dictionary)
        return try await fixture.broker().handle(
            operation: request.operation.rawValue, dictionary: dictionary, caller: app.caller())
    }

    private func wanted(_ account: String? = nil) throws -> SingleSignOnTokenRequest {
        var request = SingleSignOnTokenRequest(
            authority: try Authority("https://\(Contoso.host)/common"), clientID: app.clientID,
            redirectURI: app.redirectURI, scopes: app.scopes)
        request.user.homeAccountID = account
        return request
    }

    /// The members of the URL that responds to a request.
    private func reply(
        _ broker: BrokerEngine, _ change: (inout BrokerRequest) -> Void = { _ in }
    ) async throws -> (members: [String: String], request: BrokerRequest) {
        let request = try app.request(change)
        guard case .open(let url) = await broker.handle(url: request.url(to: .keyfob), caller: nil) else {
            throw BrokeredApp.Unexpected()
        }
        #expect(url.reveal().contains("broker"), "MSAL.NET looks for the word.")
        return (try GenuineReaders.members(of: url.reveal()), request)
    }

    @Test("Every operation of the extension returns the class that its reader expects, with its required members")
    func operations() async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.policy.browsers = [app.bundleID] }
        let login = try await ask(fixture, .login(try wanted()))
        try readers.check(login, operation: "login", isSuccess: true)
        let account = try #require(login["home_account_id"])
        let query = SingleSignOnAccountsQuery(clientID: app.clientID)
        let removal = SingleSignOnRemoval(clientID: app.clientID, homeAccountID: account, username: nil)
        let cookies = SingleSignOnCookiesQuery(url: "https://\(Contoso.host)/common/oauth2/v2.0/authorize")
        for (operation, content) in [
            ("refresh", .refresh(try wanted(account))), ("get_accounts_operation", .accounts(query)),
            ("get_default_account", .defaultAccount(query)), ("get_device_info", .deviceInfo),
            ("get_sso_cookies", .cookies(cookies)), ("remove_account_operation", .removeAccount(removal)),
            ("signout_account_operation", .signOut(removal)),
        ] as [(String, SingleSignOnRequest.Content)] {
            try readers.check(try await ask(fixture, content), operation: operation, isSuccess: true)
        }
    }

    @Test("An account of the extension has the members that MSIDAccount reads, in a list and alone")
    func accounts() async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture()
        let query = SingleSignOnAccountsQuery(clientID: app.clientID)
        // Where there is none, an account without identifiers would be parsed as an error.
        let none = try await ask(fixture, .defaultAccount(query))
        try readers.check(none, operation: "get_default_account", isSuccess: false)
        #expect(none["home_account_id"] == nil && none["username"] == nil)
        #expect(try SingleSignOnResponse(none, answering: .defaultAccount).content == .accounts([]))

        let login = try await ask(fixture, .login(try wanted()))
        let listed = try await ask(fixture, .accounts(query))
        let list = try JSONValue(parsing: try #require(listed["accounts"])).arrayValue ?? []
        let single = try await ask(fixture, .defaultAccount(query))
        #expect(list.count == 1)
        for account in list.map({ $0.objectValue?.compactMapValues(\.stringValue) ?? [:] }) + [single] {
            for name in try readers.names("account", "texts") where name != "name" {
                #expect(account[name]?.isEmpty == false, "\(name)")
            }
            #expect(try readers.names("account", "account_type").contains(account["account_type"] ?? ""))
            #expect(account["account_type"] == "MSSTS" && account["is_sso_account"] == "1")
            let info = try #require(Base64URL.decode(account["client_info"] ?? ""))
            let json = try JSONValue(parsing: info)
            let identifier = "\(json["uid"]?.stringValue ?? "").\(json["utid"]?.stringValue ?? "")"
            #expect(identifier == account["home_account_id"] && identifier == login["home_account_id"])
        }
    }

    @Test(
        "A failure of the extension names its provider type, as the request does",
        arguments: [
            "provider_aad_v2", "provider_b2c", "provider_ciam", "another",
        ])
    func extensionFailures(provider: String) async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let refused = try await ask(fixture, .refresh(try wanted("o.t"))) { $0["provider_type"] = provider }
        try readers.check(refused, operation: "refresh", isSuccess: false)
        #expect(refused["provider_type"] == (provider == "another" ? "provider_aad_v2" : provider))
        let unreadable = try await ask(fixture, .login(try wanted())) {
            $0["provider_type"] = provider
            $0["authority"] = "http://100%"
        }
        try readers.check(unreadable, operation: "login", isSuccess: false)
        let text = try #require(refused["error_description"])
        let read = try SingleSignOnResponse(refused, answering: .refresh)
        guard case .tokens(let reply) = read.content else { throw BrokeredApp.Unexpected() }
        #expect(reply.failure?.text == text.removingPercentEncoding)
    }

    @Test(
        "A success of version 3 has every member that MSAL and MSAL.NET require, for OpenID scopes alone too")
    func version3() async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        for scopes in [app.scopes, []] as [ScopeSet] {
            let (members, request) = try await reply(try fixture.broker()) {
                $0.target = .scopes(scopes, openID: .reserved)
                $0.additional.set("onboardingBlob", "{\"a\":1}")
            }
            let answer = try GenuineReaders.decrypted(members, request.key)
            for name in try readers.names("version3", "required_on_success") {
                #expect(answer[name]?.isEmpty == false, "\(name)")
            }
            for name in try readers.names("version3", "absent_on_success") { #expect(answer[name] == nil, "\(name)") }
            #expect(answer["success"] == "1" && answer["broker_nonce"] == request.nonce)
            #expect(answer["onboardingBlob"] == "{\"a\":1}")
            if scopes.isEmpty { #expect(answer["scope"]?.contains("openid") == true) }
        }
    }

    @Test("A failure of version 3 has only strings in its metadata, the header fields as a form")
    func version3Failure() async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let (members, request) = try await reply(try fixture.broker(transport: failing(fixture))) {
            $0.additional.set("onboardingBlob", "blob")
        }
        let answer = try GenuineReaders.decrypted(members, request.key)
        for name in try readers.names("version3", "required_on_failure") {
            #expect(answer[name]?.isEmpty == false, "\(name)")
        }
        #expect(answer["success"] != "1")
        let metadata = try JSONValue(parsing: try #require(answer[try readers.name("version3", "object_of_texts")]))
        let texts = try #require(metadata.objectValue)
        let isAllTexts = texts.values.allSatisfy { $0.stringValue != nil }
        #expect(isAllTexts, "MSAL.NET reads only strings.")
        let form = try #require(texts[try readers.name("version3", "form_in_that_object")]?.stringValue)
        #expect(GenuineReaders.form(form)["Retry-After"] == "120")
        #expect(texts["http_response_code"]?.stringValue == "503")
        #expect(texts[try readers.name("version3", "returned")]?.stringValue == "blob")
    }

    @Test(
        "A success of version 2 has the requested authority, under which ADAL stores the tokens",
        arguments: [
            "common", Contoso.tenantID, "contoso.test",
        ])
    func version2(tenant: String) async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let (members, request) = try await reply(try fixture.broker()) {
            $0.target = .resource("api://files")
            $0.redirectURI = "x-msauth-contoso://\(app.bundleID)"
            $0.authority = Authority(environment: Contoso.host, tenant: tenant)
        }
        let answer = try GenuineReaders.decrypted(members, request.key)
        for name in try readers.names("version2", "required_on_success") {
            #expect(answer[name]?.isEmpty == false, "\(name)")
        }
        for name in try readers.names("version2", "absent_on_success") { #expect(answer[name] == nil, "\(name)") }
        #expect(answer["authority"] == "https://\(Contoso.host)/\(tenant)")
    }

    @Test("An HTTP failure in version 2 is ADAL's: its domain, the status as the number, the header fields as a form")
    func version2Failure() async throws {
        let readers = try GenuineReaders()
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        let (members, _) = try await reply(try fixture.broker(transport: failing(fixture))) {
            $0.target = .resource("api://files")
            $0.redirectURI = "x-msauth-contoso://\(app.bundleID)"
        }
        for name in try readers.names("version2", "required_on_failure") {
            #expect(members[name]?.isEmpty == false, "\(name)")
        }
        #expect(members["error_domain"] == (try readers.name("version2", "http_domain")))
        #expect(members["error_code"] == "503")
        let form = GenuineReaders.form(try #require(members[try readers.name("version2", "form")]))
        #expect(form["Retry-After"] == "120" && form["client-request-id"] == "id & = +")
    }

    @Test("prompt=refresh_session forces a request to the provider: version 1 by that value, version 2 has none for it")
    func refreshSession() async throws {
        let fixture = try await BrokerFixture { $0.registration = .whenRequired }
        _ = try await app.ask(fixture.broker())
        for word in [nil, "refresh_session"] {
            fixture.wire.clear()
            let reply: BrokerResponse
            if word == nil {
                reply = try await app.ask(fixture.broker()) {
                    $0.user.username = Contoso.ada
                    $0.asking.prompt = "refresh_session"
                }
            } else {
                reply = try await app.ask(fixture.broker(), .login) {
                    $0.resource = "api://files"
                    $0.user.username = Contoso.ada
                    $0.asking.prompt = "refresh_session"
                }
            }
            #expect(reply.tokens?.accessToken != nil, "\(String(describing: reply.failure))")
            let asked = fixture.wire.exchanges.map(\.request).filter { $0.url.path.hasSuffix("/authorize") }
            let prompts = asked.compactMap { $0.url.query.flatMap { try? FormParameters(parsing: $0) } }
            let areAsMeant = prompts.allSatisfy { $0["prompt"] == word }
            #expect(!prompts.isEmpty && areAsMeant, "\(prompts)")
        }
    }

    /// The provider's token endpoint is out of order, and responds as web servers do.
    private func failing(_ fixture: BrokerFixture) -> FaultyTransport {
        let transport = FaultyTransport(fixture.wire)
        let fields: HTTPFields = [
            "Retry-After": "120", "Content-Type": "text/html", "client-request-id": "id & = +",
        ]
        transport.fail(
            .answer(HTTPResponse(status: 503, fields: fields, body: Array("<p>out of order</p>".utf8))), to: "/token")
        return transport
    }
}
