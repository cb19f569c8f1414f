import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// A confidential client, Contoso Web, whose credentials the tests register and whose requests they compose.
struct ConfidentialClient {
    var fixture: ProviderFixture
    /// A secret of the client.
    let secret: String
    /// The id of the secret.
    let secretID: String

    static let id = SeedData.webClientID
    static let redirectURI = "http://localhost/contoso-web"
    static let scope = "api://files/.default"
    static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    init(configure: (inout IdPConfiguration) -> Void = { _ in }) async throws {
        fixture = try await ProviderFixture(configure: configure)
        fixture.clientID = Self.id
        fixture.redirectURI = Self.redirectURI
        fixture.segment = "contoso.test"
        let made = try await fixture.provider.admin.addSecret(to: Self.id, displayName: "first")
        secret = made["secretText"]?.stringValue ?? ""
        secretID = made["keyId"]?.stringValue ?? ""
    }

    /// Requests a token of the client for itself, with changes to the request: nil omits a parameter.
    func token(
        _ changes: [String: String?] = [:], basic: String? = nil, version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var values: [String: String] = [
            "grant_type": "client_credentials", "client_id": Self.id, "client_secret": secret, "scope": Self.scope,
        ]
        if basic != nil { values["client_secret"] = nil }
        for (name, value) in changes { values[name] = value }
        return try await send(values, basic: basic, version: version)
    }

    /// Sends a form, with or without an `Authorization` field.
    func send(
        _ values: [String: String], basic: String? = nil, version: String = "/v2.0"
    ) async throws -> HTTPResponse {
        var request = HTTPRequest.form(
            try fixture.url("/\(fixture.segment)/oauth2\(version)/token"),
            FormParameters(values.map { ($0.key, $0.value) }))
        if let basic { request.fields.set("Authorization", basic) }
        return try await fixture.provider.send(request)
    }

    /// An `Authorization` field of HTTP Basic, in the form of RFC 6749 section 2.3.1.
    static func basic(_ id: String, _ secret: String) -> String {
        let text = "\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))"
        return "Basic \(Base64.encode(Array(text.utf8)))"
    }

    /// Grants the client a permission for itself.
    func grant(_ roles: [String] = ["Files.Read.All"]) async throws {
        try await fixture.provider.admin.assign(roles, of: "api://files", to: Self.id)
    }

    /// Takes the client's permissions for itself away.
    func revokeRoles() async throws {
        let admin = fixture.provider.admin
        let path = "servicePrincipals(appId='\(Self.id)')/appRoleAssignments"
        for assignment in try await admin.graph(.get, path)["value"]?.arrayValue ?? [] {
            try await admin.graph(.delete, "\(path)/\(assignment["id"]?.stringValue ?? "")")
        }
    }

    /// The parameters of a request that is authenticated by an assertion.
    static func parameters(_ assertion: String) -> [String: String?] {
        ["client_secret": nil, "client_assertion": assertion, "client_assertion_type": assertionType]
    }
}

/// A key and its certificate, with which a client signs assertions.
struct ClientKey {
    let key: RSAPrivateKey
    let certificate: [UInt8]

    init(validFrom now: Int64) throws {
        key = try RSAPrivateKey()
        certificate = try SelfSignedCertificate.der(
            for: key, commonName: "Contoso Web", now: Date(unixSeconds: now))
    }

    /// Registers the certificate for the client.
    func register(with client: ConfidentialClient) async throws {
        try await client.fixture.provider.admin.addCertificate(
            Base64.encode(certificate), to: ConfidentialClient.id)
    }

    /// The claims of a valid assertion, with changes: null omits one.
    static func claims(_ client: ConfidentialClient, _ changes: [String: JSONValue] = [:]) throws -> JSONValue {
        let now = client.fixture.clock.unixSeconds
        var claims: [String: JSONValue] = [
            "iss": .string(ConfidentialClient.id), "sub": .string(ConfidentialClient.id),
            "aud": .string(try client.fixture.url("/contoso.test/oauth2/v2.0/token").description),
            "jti": .string(SystemRandomSource().uuid()), "nbf": .integer(now), "exp": .integer(now + 600),
        ]
        for (name, value) in changes { claims[name] = value == .null ? nil : value }
        return .object(claims)
    }

    /// Signs an assertion by RS256.
    ///
    /// - Parameter header: the members that name the certificate; nil for `x5t`.
    func assertion(_ claims: JSONValue, header: [String: JSONValue]? = nil) throws -> String {
        let standard: [String: JSONValue] = ["x5t": .string(Base64URL.encode(Digest.sha1(certificate)))]
        return try JWS.sign(claims.bytes(), header: header ?? standard, with: .rsa(key, keyID: "any"))
    }
}
