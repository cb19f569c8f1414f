import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth
import Testing

@Suite struct RequestTests {
    @Test func `requests as Microsoft's libraries write them are parsed`() throws {
        for vector in try BrokerVectors.list("requests.json") {
            let request = try BrokerRequest(url: try vector.text("url"), to: .microsoftAuthenticator)
            #expect(request.dialect.rawValue == (try vector.text("dialect")))
            #expect(request.key == (try BrokerVectors.key))
            #expect(request.nonce?.isEmpty == false)
            for (name, value) in try #require(vector["members"]?.objectValue) {
                #expect(Self.member(name, of: request) == value.stringValue, "\(name)")
            }
            // The parsed request is written and parsed again without loss.
            #expect(try BrokerRequest(url: request.url(to: .keyfob), to: .keyfob) == request)
        }
    }

    private static func member(_ name: String, of request: BrokerRequest) -> String? {
        switch name {
        case "authority": request.authority.description
        case "scope": if case .scopes(let scopes, _) = request.target { scopes.description } else { nil }
        case "resource": if case .resource(let resource) = request.target { resource } else { nil }
        case "claims": request.claims
        case "prompt": request.asking.prompt
        case "forces": String(request.asking.forcesPrompt)
        case "loginHint": request.user.loginHint
        case "username": request.user.username
        case "userKind": request.user.kind.rawValue
        case "homeAccountID": request.user.homeAccountID
        case "appName": request.app.name
        case "capabilities": request.capabilities.joined(separator: ",")
        case "enrollment": request.intune.enrollments.first?.enrollmentID
        case "mamResource": request.intune.resources["login.microsoftonline.com"]
        case "extra":
            request.asking.extraParameters.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
        case "instanceAware": String(request.asking.isInstanceAware)
        case "applicationToken": request.applicationToken?.reveal()
        default: nil
        }
    }

    @Test(arguments: KeyfobBrokerProtocol.BrokerDialect.allCases)
    func `a complete request survives a round trip`(dialect: KeyfobBrokerProtocol.BrokerDialect) throws {
        var request = try BrokerVectors.request(dialect)
        request.applicationToken = Secret("token of the broker")
        request.user = BrokerUser(username: "ada@contoso.test", kind: dialect == .adal ? .requiredName : .optionalName)
        request.app = BrokerApp(
            name: "Änderung & Co", version: "1.0", sdkVersion: "2", sdkName: "Keyfob",
            sdkCapabilities: ["sso_extension", "b"])
        request.intune = IntuneContext(
            enrollments: [IntuneEnrollment(enrollmentID: "e", userID: "u", homeAccountID: "o.t")],
            resources: ["host": "https://mam"])
        request.claims = #"{"access_token":{"nbf":{"essential":true,"value":"100% & more"}}}"#
        request.capabilities = ["CP1"]
        request.binding = BrokerTokenBinding(tokenType: "Pop", confirmation: "e30", keyID: "kid")
        request.hub = BrokerHostApp(clientID: "hub", redirectURI: "msauth.test.hub://auth")
        request.asking.extraParameters = ["dc": "a=b&c", "domain_hint": "contoso.test"]
        request.asking.isInstanceAware = true
        request.skipsAccountCheck = true
        request.isRepeated = true
        request.additional.set("onboardingBlob", "blob")
        if dialect == .msal {
            request.user.homeAccountID = "o.t"
            request.asking.prompt = "login"
            request.asking.extraScopesToConsent = ["c", "d"]
        } else {
            request.asking.forcesPrompt = true
            request.asking.skipsCache = true
        }
        #expect(try BrokerRequest(url: request.url(to: .keyfob), to: .keyfob) == request)
        #expect(request.responseAddress == "msauth.test.hub://auth")
    }

    @Test func `the address is the dialect's scheme, and a broker accepts its universal link too`() throws {
        let request = try BrokerVectors.request(.msal)
        let broker = BrokerIdentity.microsoftAuthenticator
        #expect(request.url(to: broker).hasPrefix("msauthv2://broker?"))
        let link =
            "https://login.microsoftonline.com/applebroker/msauthv2?"
            + request.url(to: broker).dropFirst("msauthv2://broker?".count)
        #expect(try BrokerRequest(url: link, to: broker) == request)
        #expect(try BrokerVectors.request(.adal).url(to: broker).hasPrefix("msauth://broker?"))
        #expect(request.url(to: .keyfob).hasPrefix("keyfobauthv2://broker?"))
    }

    @Test(arguments: [
        "authority", "client_id", "redirect_uri", "correlation_id", "broker_key", "scope", "msg_protocol_ver",
    ])
    func `a request that lacks a member required for the reply is refused`(missing: String) throws {
        var names: Set<String> = [missing]
        if missing == "scope" { names.insert("extra_oidc_scopes") }
        let parameters = try BrokerVectors.request(.msal).parameters.without(names)
        #expect(throws: BrokerMessageError.self) { try BrokerRequest(parameters, dialect: .msal) }
    }

    @Test(arguments: [
        ("authority", "http://login.microsoftonline.com/common"), ("authority", "common"),
        ("redirect_uri", "msauth.a://auth#fragment"), ("redirect_uri", "javascript:alert(1)"),
        ("broker_key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh"), ("broker_key", "no key at all"),
        ("broker_key", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9"), ("claims", "no json"), ("claims", "[]"),
        ("intune_enrollment_ids", "{}"), ("intune_mam_resource", "[]"), ("msg_protocol_ver", "2"),
        ("msg_protocol_ver", "three"),
    ])
    func `a request with a malformed value is refused`(name: String, value: String) throws {
        var parameters = try BrokerVectors.request(.msal).parameters
        parameters.set(name, value)
        #expect(throws: BrokerMessageError.self) { try BrokerRequest(parameters, dialect: .msal) }
    }

    @Test func `a repeated name is refused, and a pair with two equals signs is dropped`() throws {
        let url = try BrokerVectors.request(.msal).url(to: .keyfob)
        #expect(throws: BrokerMessageError.self) {
            try BrokerRequest(url: url + "&redirect_uri=msauth.evil%3A%2F%2Fauth", to: .keyfob)
        }
        let dropped = try BrokerRequest(url: url + "&prompt=a=b", to: .keyfob)
        #expect(dropped.asking.prompt == nil)
    }

    @Test(arguments: [
        "msauthv3://broker?a=b", "msauthv2://other?a=b", "msauthv2:broker?a=b", "https://broker/?a=b",
        "msauthv2://broker",
    ])
    func `a URL that is not for the broker is refused`(url: String) {
        #expect(throws: BrokerMessageError.self) { try BrokerRequest(url: url, to: .microsoftAuthenticator) }
    }

    @Test func `a printed request shows no secret`() throws {
        var request = try BrokerVectors.request(.msal)
        request.applicationToken = Secret("app-secret")
        request.additional.set("x-ms-UserFederatedIdentityCredential", "fic-secret")
        var text = "\(request)"
        dump(request, to: &text)
        #expect(!text.contains("app-secret") && !text.contains("fic-secret"))
        #expect(!text.contains(request.key.text.reveal()))
    }
}
