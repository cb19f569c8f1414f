import KeyfobCore
import KeyfobOAuth
import Testing

@Suite("Messages survive building and parsing")
struct MessageTests {
    private let endpoint = HTTPURL("https://login.test/t/oauth2/v2.0/authorize")!

    private var authorization: AuthorizationRequest {
        var request = AuthorizationRequest(
            clientID: "app", redirectURI: "http://localhost:8400/a", scopes: ["openid", "api://files/Files.Read"])
        request.responseMode = "query"
        request.state = "s t&"
        request.nonce = "n"
        request.codeChallenge = "challenge"
        request.codeChallengeMethod = "S256"
        request.prompt = .selectAccount
        request.loginHint = "ada@contoso.test"
        request.domainHint = "contoso.test"
        request.claims = #"{"id_token":{}}"#
        request.wantsClientInfo = true
        request.correlationID = "c"
        request.maxAge = 60
        request.idTokenHint = Secret("hint")
        request.extra = FormParameters([("x-other", "1")])
        return request
    }

    @Test("an authorization request")
    func authorizationRequest() throws {
        let url = authorization.url(endpoint: endpoint)
        let read = try AuthorizationRequest(parsing: FormParameters(parsing: url.query ?? ""))
        #expect(read == authorization)
        #expect(read.challengeMethod == .s256)
    }

    @Test("extra parameters never replace the request's own")
    func extra() throws {
        var request = authorization
        request.extra = FormParameters([("client_id", "other"), ("redirect_uri", "https://evil.test"), ("state", "x")])
        let read = try AuthorizationRequest(parsing: request.parameters())
        #expect(read.clientID == "app" && read.redirectURI == "http://localhost:8400/a" && read.state == "s t&")
    }

    @Test(
        "an incomplete authorization request names the parameter", arguments: ["client_id", "response_type"])
    func missing(_ name: String) {
        let error = #expect(throws: OAuthError.self) {
            try AuthorizationRequest(parsing: authorization.parameters().without([name]))
        }
        #expect(error == .missing(name))
    }

    @Test("a challenge without a method is plain, one with an unknown method is neither")
    func method() throws {
        var request = authorization
        request.codeChallengeMethod = nil
        #expect(request.challengeMethod == .plain)
        request.codeChallengeMethod = "s256"
        #expect(request.challengeMethod == nil)
    }

    @Test("an authorization response, in query and fragment", arguments: [ResponseMode.query, .fragment])
    func authorizationResponse(_ mode: ResponseMode) throws {
        let sent = AuthorizationResponse.code(
            AuthorizationCode(
                code: Secret("c+/="), state: "s", clientInfo: ClientInfo(uid: "u", utid: "t"), sessionState: "ss",
                issuer: "https://login.test/t/v2.0"))
        for uri in ["http://localhost:1/a", "msauth.test.app://auth", "https://app.test/cb?x=1", "http://localhost/?"] {
            #expect(try AuthorizationResponse(parsing: sent.location(redirectURI: uri, mode: mode)) == sent)
        }
        let refused = AuthorizationResponse.error(
            OAuthErrorResponse(
                error: "access_denied", description: "AADSTS65004: no.", codes: [65004], subcode: "cancel"),
            state: "s")
        #expect(
            try AuthorizationResponse(parsing: refused.location(redirectURI: "http://localhost/a", mode: mode))
                == refused)
    }

    @Test(
        "a redirect that is not a response is refused",
        arguments: [
            "http://localhost/", "http://localhost/?state=s", "http://localhost/?code=", "", "?#", "#code",
            "http://localhost/?code=1&code=2", "http://localhost/?code=1&error=x", "http://localhost/?code=%",
        ])
    func noAnswer(_ redirect: String) {
        #expect(throws: MessageError.self) { try AuthorizationResponse(parsing: redirect) }
    }

    @Test("token requests of every grant, in both dialects", arguments: OAuthDialect.allCases)
    func tokenRequest(_ dialect: OAuthDialect) throws {
        let grants: [TokenGrant] = [
            .authorizationCode(code: Secret("c"), redirectURI: "http://localhost/a", verifier: Secret("v")),
            .authorizationCode(code: Secret("c"), redirectURI: nil, verifier: nil), .refreshToken(Secret("r")),
            .deviceCode(Secret("d")), .samlAssertion(Secret("s"), .version2), .clientCredentials,
            .onBehalfOf(Secret("t")), .password(username: "ada", password: Secret("p")),
        ]
        for grant in grants {
            let sent = TokenRequest(
                grant: grant, clientID: "app", scopes: ["a", "b"], resource: dialect == .v1 ? "api://files" : nil,
                claims: "{}", clientSecret: Secret("s"), extra: FormParameters([("x", "1")]))
            let wire = sent.parameters(dialect)
            #expect(try TokenRequest(parsing: FormParameters(parsing: wire.encoded)) == sent)
            #expect(!"\(sent)".contains("Secret(\"") && "\(sent)".contains("<redacted>"))
        }
    }

    @Test("an incomplete token request names the parameter")
    func incompleteGrant() {
        let cases = [
            ("", "grant_type"), ("grant_type=authorization_code", "code"),
            ("grant_type=refresh_token", "refresh_token"),
            ("grant_type=urn:ietf:params:oauth:grant-type:device_code", "device_code"),
            ("grant_type=password", "username"), ("grant_type=password&username=ada", "password"),
            (
                "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer&requested_token_use=on_behalf_of",
                "assertion"
            ),
        ]
        for (form, parameter) in cases {
            let error = #expect(throws: OAuthError.self) { try TokenRequest(parsing: FormParameters(parsing: form)) }
            #expect(error == .missing(parameter))
        }
        let unknown = #expect(throws: OAuthError.self) {
            try TokenRequest(parsing: FormParameters(parsing: "grant_type=magic"))
        }
        #expect(unknown?.number == 70003)
    }

    private var tokens: TokenResponse {
        var response = TokenResponse()
        response.accessToken = Secret("at")
        response.refreshToken = Secret("rt")
        response.idToken = Secret("it")
        response.scopes = ["openid", "api://files/Files.Read"]
        response.expiresIn = 3599
        response.extendedExpiresIn = 7199
        response.refreshIn = 1800
        response.clientInfo = ClientInfo(uid: "u", utid: "t")
        response.familyID = "1"
        response.additional = ["refresh_token_expires_in": 86400]
        return response
    }

    @Test("a token response, numbers in v2 and strings in v1")
    func tokenResponse() throws {
        var sent = tokens
        #expect(sent.json()["expires_in"]?.integerValue == 3599)
        #expect(try TokenResponse(parsing: sent.json().bytes()) == sent)
        sent.expiresOn = 1_600_003_599
        sent.notBefore = 1_600_000_000
        sent.resource = "api://files"
        let v1 = sent.json(.v1)
        #expect(v1["expires_in"]?.stringValue == "3599" && v1["expires_on"]?.stringValue == "1600003599")
        #expect(v1["not_before"]?.stringValue == "1600000000" && v1["resource"]?.stringValue == "api://files")
        #expect(try TokenResponse(parsing: v1.bytes()) == sent)
    }

    @Test("the expiry is the response's, but never in the far future")
    func expiry() {
        var response = tokens
        #expect(response.expiry(now: 1000) == 4599)
        response.expiresOn = 9000
        #expect(response.expiry(now: 1000) == 9000)
        response.expiresOn = 1 << 48
        #expect(response.expiry(now: 1000) < 1000 + 3700 * 86400)
        response.expiresOn = nil
        response.expiresIn = nil
        #expect(response.expiry(now: 1000) == 4600)
    }

    @Test(
        "a malformed token response is refused",
        arguments: [
            "", "null", "[]", "{}", "<html>", #"{"refresh_token":"r"}"#, #"{"access_token":""}"#,
            #"{"access_token":1}"#, #"{"access_token":"a","expires_in":-1}"#,
            #"{"access_token":"a","expires_in":"x"}"#, #"{"access_token":"a","expires_in":1e300}"#,
            #"{"access_token":"a","expires_in":9223372036854775807}"#, #"{"access_token":"a","access_token":"b"}"#,
            #"{"access_token":"a","scope":["x",1]}"#,
        ])
    func malformedTokens(_ text: String) {
        #expect(throws: MessageError.self) { try TokenResponse(parsing: Array(text.utf8)) }
    }

    @Test("the request and response of the device code flow", arguments: OAuthDialect.allCases)
    func device(_ dialect: OAuthDialect) throws {
        let request = DeviceAuthorizationRequest(clientID: "app", scopes: ["a"], resource: "r", claims: "{}")
        #expect(try DeviceAuthorizationRequest(parsing: request.parameters()) == request)
        let sent = DeviceAuthorizationResponse(
            deviceCode: Secret("d"), userCode: "ABC123DEF", verificationURI: "https://login.test/device",
            expiresIn: 900, interval: 5, message: "Do this.")
        let json = sent.json(dialect)
        #expect((json["verification_url"] != nil) == (dialect == .v1))
        #expect((json["expires_in"]?.stringValue == "900") == (dialect == .v1))
        #expect(try DeviceAuthorizationResponse(parsing: json.bytes()) == sent)
    }

    @Test("logout requests, user information and instance discovery")
    func others() throws {
        let logout = LogoutRequest(
            idTokenHint: Secret("i"), logoutHint: "l", clientID: "app", postLogoutRedirectURI: "http://localhost/a",
            state: "s")
        #expect(LogoutRequest(parsing: logout.parameters()) == logout)
        let user = UserInfo(subject: "sub", claims: ["name": "Ada", "email": "ada@contoso.test"])
        #expect(try UserInfo(parsing: user.json.bytes()) == user)
        #expect(user.name == "Ada" && user.email == "ada@contoso.test")
        #expect(throws: MessageError.self) { try UserInfo(parsing: Array(#"{"name":"Ada"}"#.utf8)) }
        let instance = InstanceDiscovery(
            tenantDiscoveryEndpoint: HTTPURL("https://login.test/t/v2.0/.well-known/openid-configuration")!,
            clouds: Cloud.known)
        #expect(try InstanceDiscovery(parsing: instance.json.bytes()) == instance)
    }

    @Test("damaged responses are parsed or refused, and never trap")
    func damaged() throws {
        let answers = [
            tokens.json().bytes(), tokens.json(.v1).bytes(),
            OAuthError(50126).response(correlationID: "c", traceID: "t", now: 0).json.bytes(),
        ]
        for (seed, answer) in answers.enumerated() {
            for bytes in mutations(of: answer, count: 1500, seed: UInt64(seed)) {
                if let response = try? TokenResponse(parsing: bytes) {
                    #expect(response.accessToken != nil || response.idToken != nil)
                    #expect(response.expiry(now: 0) >= 0)
                }
                if let error = OAuthErrorResponse(parsing: bytes) { #expect(!error.error.isEmpty) }
                _ = try? DeviceAuthorizationResponse(parsing: bytes)
                _ = try? ProviderMetadata(parsing: bytes)
                _ = try? InstanceDiscovery(parsing: bytes)
                _ = try? AuthorizationResponse(parsing: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}
