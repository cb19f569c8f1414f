import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// The provider of one row, with registrations of every kind, and what the row's placeholders stand for.
struct ProtocolStage {
    var fixture: ProviderFixture
    private let row: ProtocolRow
    private var values: [String: String] = [:]

    init(_ row: ProtocolRow) async throws {
        self.row = row
        fixture = try await ProviderFixture {
            $0.profile = row.isStrict ? .strict : .faithful
            if row.id.hasPrefix("saml/") || row.given.contains("rs256") { $0.signingAlgorithm = .rs256 }
        }
        try await fixture.provider.store.transaction { transaction in
            for application in ProtocolRegistrations.all { try transaction.put(application) }
        }
        values = ProtocolRegistrations.names
        values["origin"] = "https://localhost:8443"
        values["tenant"] = SeedData.tenantID
        values["redirect"] = fixture.redirectURI
        values["challenge"] = fixture.verifier.challenge
        values["verifier"] = fixture.verifier.value.reveal()
        values["password"] = SeedData.password
    }

    /// Sends the row's request, after everything that the row says happened before.
    mutating func send() async throws -> HTTPResponse {
        for word in row.given { try await before(word) }
        var path = row.path
        var fields: [(String, String)] = []
        var parameters: [(String, String)] = []
        for (name, value) in row.parameters {
            let value = try await filled(value)
            if name.hasPrefix("@") {
                fields.append((String(name.dropFirst()), value))
            } else {
                parameters.append((name, value))
            }
        }
        path = try await filled(path)
        for word in row.given { try await after(word) }
        let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
        var url = fixture.provider.base.with(path: parts[0], query: parts.count > 1 ? parts[1] : nil)
        let encoded = parameters.map { "\(PercentEncoding.encode($0.0))=\(PercentEncoding.encode($0.1))" }
            .joined(separator: "&")
        var request: HTTPRequest
        if row.method == "POST" {
            request = HTTPRequest(method: .post, url: url, body: Array(encoded.utf8))
            request.fields.set("Content-Type", "application/x-www-form-urlencoded")
        } else {
            if !parameters.isEmpty { url = url.with(path: url.path, query: encoded) }
            request = HTTPRequest(method: row.method == "HEAD" ? .head : .get, url: url)
        }
        for (name, value) in fields { request.fields.set(name, value) }
        if let cookie = fixture.browser.cookies.field(for: url, now: fixture.clock.now) {
            request.fields.set("Cookie", cookie)
        }
        return try await fixture.provider.send(request)
    }

    /// A text with its placeholders, such as `{code}`, replaced; a brace that names none stays.
    mutating func filled(_ text: String) async throws -> String {
        var out = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            out += rest[..<open]
            if let known = values[name] {
                out += known
            } else if let made = try await made(name) {
                values[name] = made
                out += made
            } else {
                out += "{\(name)}"
            }
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }

    // MARK: What happened before

    private mutating func before(_ word: Substring) async throws {
        let admin = fixture.provider.admin
        switch word {
        case "signed-in": _ = try await fixture.signIn()
        case "signed-in-twice":
            _ = try await fixture.signIn()
            _ = try await fixture.signIn(.grace, ["prompt": "login"])
        case "consented": try await consent(fixture.clientID, "api://files", ["Files.Read"])
        case "web-consented": try await consent(SeedData.webClientID, "api://files", ["Files.Read"])
        case "page-consented", "hybrid-consented", "graph-consented", "v1-consented":
            let client = word == "page-consented" ? "page" : word == "hybrid-consented" ? "hybrid" : "suite"
            try await consent(values[client] ?? "", "https://graph.microsoft.com", ["User.Read", "openid", "profile"])
            try await consent(values[client] ?? "", "api://files", ["Files.Read", "Files.ReadWrite"])
        case "secret": _ = try await filled("{secret}")
        case "role":
            try await admin.assign(["Files.Read.All"], of: "api://files", to: SeedData.webClientID)
        case "certificate":
            try await admin.addCertificate(
                Base64.encode(try ProtocolKey.shared().certificate), to: SeedData.webClientID)
        case "other-federation":
            try await admin.addFederatedCredential(
                [
                    "name": "other", "issuer": "https://other.build.test", "subject": "job",
                    "keys": JWKSet([SigningKey.rsa(try ProtocolKey.shared().key, keyID: "any").publicJWK]).json,
                ], to: SeedData.webClientID)
        case "factor": try await admin.setFactors(of: "ada@contoso.test", phoneNumber: "+4915550142")
        case "files-v1":
            let api = try await admin.registration(of: SeedData.filesAppID)["api"]?.objectValue
            var changed = api ?? [:]
            changed["requestedAccessTokenVersion"] = 1
            try await admin.change(SeedData.filesAppID, ["api": .object(changed)])
        case "idtyp":
            try await admin.change(SeedData.filesAppID, ["optionalClaims": ["accessToken": [["name": "idtyp"]]]])
        default: break
        }
    }

    private func consent(_ clientID: String, _ resource: String, _ scopes: [String]) async throws {
        try await fixture.provider.admin.setConsent(
            user: "ada@contoso.test", clientID: clientID, resource: resource, granted: scopes)
    }

    private mutating func after(_ word: Substring) async throws {
        let admin = fixture.provider.admin
        let parts = word.split(separator: ":").map(String.init)
        switch parts[0] {
        case "later": fixture.clock.advance(seconds: Double(parts[1]) ?? 0)
        case "policy": try await admin.require(parts[1])
        case "frequency":
            try await admin.put(policy: [
                "displayName": "Every hour", "state": "enabled",
                "conditions": ["users": ["includeUsers": ["All"]], "applications": ["includeApplications": ["All"]]],
                "sessionControls": ["signInFrequency": ["isEnabled": true, "type": "hours", "value": 1]],
            ])
        case "disabled": try await admin.graph(.patch, "users/ada@contoso.test", ["accountEnabled": false])
        case "revoked": try await admin.revoke(user: "ada@contoso.test")
        case "polled", "asserted":
            var parameters: [(String, String)] = []
            for (name, value) in row.parameters { parameters.append((name, try await filled(value))) }
            _ = try await fixture.token(parameters, path: try await filled(row.path))
        case "locked":
            for number in 0..<10 {
                _ = try await fixture.token(
                    [
                        ("grant_type", "password"), ("client_id", fixture.clientID), ("username", "ada@contoso.test"),
                        ("password", "wrong \(number)"), ("scope", "openid"),
                    ], path: "/organizations/oauth2/v2.0/token")
            }
        default: break
        }
    }
}
