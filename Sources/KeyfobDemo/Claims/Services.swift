#if Server
import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting

extension Claim {
    /// The fourth act: services, which authenticate themselves, and which know the person by other protocols.
    static let services: [Claim] = [
        Claim("A service with a secret calls the API on behalf of the person, who typed nothing for it.") { demo in
            let before = try await demo.admin.lastSignIn()
            let service = try await ConfidentialService.register(at: demo)
            let answer = try await demo.b.ask("sign-in", user: SeedNames.ada, scopes: [SeedNames.access])
            try requireSuccess(answer, "B")
            let exchanged = try await service.exchange(answer.token, secret: service.secret)
            try require(exchanged.isSuccess, "the exchange was refused with \(exchanged.status)")
            let tokens = try TokenResponse(parsing: exchanged.body)
            let caller = try demo.api.accept(tokens.accessToken ?? Secret(""))
            try require(caller.user == SeedNames.ada, "the API sees \(caller.user)")
            let stolen = try await service.exchange(answer.token, secret: Secret("not the secret"))
            let number = try JSONValue(parsing: stolen.body)["error_codes"]?.arrayValue?.first?.integerValue
            try require(stolen.status == 401 && number == 7_000_215, "without the secret: \(stolen.status)")
            let prompts = try await demo.admin.count("password_prompt", after: before)
            try require(prompts == 0, "\(prompts) password prompts")
            return
                "B's token for the service became a token for the API: user \(caller.user), scopes \(caller.scopes); "
                + "with another secret 401 (AADSTS7000215); password prompts 0"
        },
        Claim("A service that speaks SAML gets a signed assertion about the person, without a prompt.") { demo in
            let before = try await demo.admin.lastSignIn()
            let service = try await SAMLPortal.register(at: demo)
            let assertion = try await service.signOn(with: demo)
            try require(assertion.userPrincipalName == SeedNames.ada, "it names \(assertion.userPrincipalName)")
            let prompts = try await demo.admin.count("password_prompt", after: before)
            try require(prompts == 0, "\(prompts) password prompts")
            return "the assertion names \(assertion.userPrincipalName) to \(assertion.audiences.joined()), and its "
                + "signature is that of the tenant's metadata; password prompts 0"
        },
    ]
}

/// Contoso's service: a confidential client and an API at once.
private struct ConfidentialService {
    let secret: Secret<String>
    let transport: any HTTPTransport
    let token: HTTPURL

    /// Gives the service a secret, and the permissions that an administrator would give it.
    static func register(at demo: DemoEnvironment) async throws -> ConfidentialService {
        let made = try await demo.admin.addSecret(to: SeedNames.web, displayName: "demo")
        try await demo.admin.setConsent(
            user: SeedNames.ada, clientID: SeedNames.web, resource: "api://files", granted: ["Files.Read"])
        return ConfidentialService(
            secret: Secret(made["secretText"]?.stringValue ?? ""), transport: try await demo.provider.transport(),
            token: try await demo.provider.baseURL().with(path: "/\(SeedNames.tenant)/oauth2/v2.0/token"))
    }

    /// Exchanges a token of its caller for one for the API.
    func exchange(_ assertion: Secret<String>, secret: Secret<String>) async throws -> HTTPResponse {
        try await transport.send(
            .form(
                token,
                FormParameters([
                    ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"),
                    ("requested_token_use", "on_behalf_of"), ("client_id", SeedNames.web),
                    ("client_secret", secret.reveal()), ("assertion", assertion.reveal()), ("scope", SeedNames.read),
                ])))
    }
}

/// A service of another vendor that signs users in by SAML.
private struct SAMLPortal {
    private static let name = "https://portal.example"
    private static let messages = "urn:oasis:names:tc:SAML:2.0:protocol"
    private static let assertions = "urn:oasis:names:tc:SAML:2.0:assertion"

    /// The keys of the tenant, from its metadata.
    let keys: [RSAPublicKey]

    static func register(at demo: DemoEnvironment) async throws -> SAMLPortal {
        try await demo.admin.put(
            application: [
                "displayName": "Example Portal", "identifierUris": [.string(name)],
                "web": ["redirectUris": [.string("\(name)/acs")]],
            ])
        let address = try await demo.provider.baseURL()
            .with(path: "/\(SeedNames.tenant)/federationmetadata/2007-06/federationmetadata.xml")
        let metadata = String(decoding: try await demo.provider.transport().send(.get(address)).body, as: UTF8.self)
        let certificates = metadata.split(separator: "<X509Certificate>").dropFirst().compactMap {
            $0.split(separator: "<").first.flatMap { Base64.decode(String($0)) }
        }
        return SAMLPortal(keys: try certificates.map { try RSAPublicKey(certificate: $0) })
    }

    /// Sends the person's browser to the provider, and verifies the assertion with which it returns.
    func signOn(with demo: DemoEnvironment) async throws -> SAMLAssertion {
        let request = """
            <samlp:AuthnRequest xmlns:samlp="\(Self.messages)" ID="_demo" Version="2.0" \
            IssueInstant="\(SAMLTime.text(demo.provider.clock.unixSeconds))">\
            <Issuer xmlns="\(Self.assertions)">\(Self.name)</Issuer>\
            <samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"/></samlp:AuthnRequest>
            """
        let address = FormParameters([
            ("SAMLRequest", Base64.encode(Inflation.stored(Array(request.utf8)))), ("login_hint", SeedNames.ada),
        ]).appended(to: try await demo.provider.baseURL().with(path: "/\(SeedNames.tenant)/saml2"))
        var browser = FormBrowser(
            transport: try await demo.provider.transport(), cookies: try demo.browserFolder.cookies())
        let visit = try await demo.browserFolder.person().visit(address, with: &browser)
        guard let text = visit.lastPage?.forms.first?.values("SAMLResponse").first else {
            throw Disproved("the browser did not return with a response; its pages: \(visit.pages)")
        }
        let response = try XMLReading.read(base64: text, limits: XMLLimits())
        guard let assertion = response.only("Assertion", Self.assertions) else {
            throw Disproved("the response contains no assertion")
        }
        return try SAMLAssertion(verifying: assertion, .version2, keys: keys)
    }
}
#endif
