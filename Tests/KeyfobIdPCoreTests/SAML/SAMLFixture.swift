import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobSAML
import KeyfobTesting

/// A provider with a registered service, whose messages are composed by hand.
struct SAMLFixture {
    static let tenant = "11111111-1111-4111-8111-111111111111"
    static let issuer = "https://portal.contoso.test/saml"
    static let consumer = "https://portal.contoso.test/acs"
    static let otherConsumer = "https://portal.contoso.test/other"
    static let logout = "https://portal.contoso.test/slo"
    static let clientID = "bbbbbbbb-0000-4000-8000-000000000001"

    var base: ProviderFixture
    let key: RSAPrivateKey
    /// The service's certificate in base64 of DER.
    let certificate: String

    /// Registers the service.
    ///
    /// - Parameter saml: the settings of the registration.
    init(
        _ saml: [String: JSONValue] = [:], requiresSignature: Bool = false, profile: IdPProfile = .faithful
    ) async throws {
        base = try await ProviderFixture {
            $0.signingAlgorithm = .rs256
            $0.profile = profile
        }
        key = try RSAPrivateKey()
        certificate = Base64.encode(
            try SelfSignedCertificate.der(for: key, commonName: "Contoso Portal", now: base.clock.now))
        var settings = saml
        if requiresSignature {
            settings["isSignedRequestRequired"] = true
            settings["verificationCertificates"] = [.string(certificate)]
        }
        try await register(
            Self.clientID, Self.issuer, [Self.consumer, Self.otherConsumer], settings, logout: Self.logout)
    }

    func register(
        _ clientID: String, _ issuer: String, _ consumers: [String], _ settings: [String: JSONValue] = [:],
        logout: String? = nil
    ) async throws {
        try await base.provider.admin.put(
            application: [
                "appId": .string(clientID), "displayName": .string("Service \(issuer)"),
                "identifierUris": [.string(issuer)],
                "web": ["redirectUris": .strings(consumers), "logoutUrl": logout.map { .string($0) } ?? .null],
                "saml": .object(settings),
            ])
    }

    /// A request's XML, with changes to its attributes: nil leaves one out.
    static func request(
        _ name: String = "AuthnRequest", _ changes: [String: String?] = [:], issuer: String = issuer,
        content: String = "", signature: String = ""
    ) -> String {
        var attributes: [String: String] = [
            "ID": "_request-1", "IssueInstant": "2026-01-01T00:00:00.1234567Z", "Version": "2.0",
        ]
        for (name, value) in changes { attributes[name] = value }
        let written = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\($0.value)\"" }.joined()
        return """
            <samlp:\(name) xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"\(written)>\
            <Issuer xmlns="urn:oasis:names:tc:SAML:2.0:assertion">\(issuer)</Issuer>\(signature)\(content)\
            </samlp:\(name)>
            """
    }

    /// A signature of the service over an element in exclusive canonical form.
    func signature(of canonical: String, id: String = "_request-1") throws -> String {
        try EnvelopedSigner(key: key).signature(of: canonical, id: id)
    }

    /// Raw DEFLATE without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    }

    /// The address of a request by redirect.
    ///
    /// - Parameter signs: adds a signature by this key.
    func address(
        _ xml: String, relayState: String? = nil, signs: RSAPrivateKey? = nil, parameter: String = "SAMLRequest",
        algorithm: String = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", more: [(String, String)] = []
    ) throws -> HTTPURL {
        var parameters = FormParameters([(parameter, Base64.encode(Self.stored(Array(xml.utf8))))])
        parameters.set("RelayState", ifPresent: relayState)
        if let signs {
            parameters.set("SigAlg", algorithm)
            parameters.set("Signature", Base64.encode(try signs.sign(Array(parameters.encoded.utf8))))
        }
        for (name, value) in more { parameters.set(name, value) }
        return parameters.appended(to: base.provider.base.with(path: "/\(Self.tenant)/saml2"))
    }

    /// Sends a request without a browser, and returns the number of the error page, or nil.
    func number(_ url: HTTPURL) async throws -> Int? {
        Self.number(try await base.provider.send(.get(url)))
    }

    static func number(_ response: HTTPResponse) -> Int? {
        let page = HTMLDocument(String(decoding: response.body, as: UTF8.self))
        return page.textByID["error-code"].flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) }
    }

    /// Sends a request by POST.
    func post(
        _ xml: String, relayState: String? = nil, fields: [(String, String)] = []
    ) async throws -> HTTPResponse {
        var form = FormParameters([("SAMLRequest", Base64.encode(Array(xml.utf8)))])
        form.set("RelayState", ifPresent: relayState)
        for (name, value) in fields { form.set(name, value) }
        return try await base.provider.send(.form(base.provider.base.with(path: "/\(Self.tenant)/saml2"), form))
    }

    /// Lets a person sign in to the service.
    mutating func signOn(
        _ xml: String = request(), as person: Person = ProviderFixture.ada, relayState: String? = nil,
        more: [(String, String)] = []
    ) async throws -> Person.Visit {
        try await person.visit(try address(xml, relayState: relayState, more: more), with: &base.browser)
    }
}

/// A SAML response that reached a service.
struct ServiceResponse {
    let form: HTMLForm
    let xml: String

    init?(_ visit: Person.Visit) {
        guard visit.pages.last == "form-post", let form = visit.lastPage?.forms.first,
            let text = form.values("SAMLResponse").first, let bytes = Base64.decode(text)
        else { return nil }
        self.form = form
        xml = String(decoding: bytes, as: UTF8.self)
    }

    /// The text between two others; nil if it is not there.
    func text(_ start: String, _ end: String = "<") -> String? {
        guard let from = xml.firstRange(of: start)?.upperBound else { return nil }
        let rest = xml[from...]
        guard let to = rest.firstRange(of: end)?.lowerBound else { return nil }
        return String(rest[..<to])
    }

    /// The assertion as it is written.
    var assertion: String? {
        text("<Assertion", "</Assertion>").map { "<Assertion\($0)</Assertion>" }
    }

    /// The values of an attribute.
    func values(_ name: String) -> [String] {
        guard let attribute = text("<Attribute Name=\"\(name)\">", "</Attribute>") else { return [] }
        return attribute.split(separator: "<AttributeValue>").compactMap { part in
            part.firstRange(of: "</AttributeValue>").map { String(part[..<$0.lowerBound]) }
        }
    }
}
