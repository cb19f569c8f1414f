import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting
import Testing

/// Six answers that Entra ID itself gave in August 2026, to a client that requests tokens for itself.
@Suite("Answers captured from Entra ID")
struct CapturedAnswerTests {
    private static let zeros = "00000000-0000-0000-0000-000000000000"

    private func client() async throws -> ConfidentialClient {
        try await ConfidentialClient { $0.signingAlgorithm = .rs256 }
    }

    @Test("A token response has three members besides the token, and no other")
    func success() async throws {
        let answer = try await client().token()
        #expect(answer.status == 200)
        let members = answer.json.objectValue ?? [:]
        #expect(Set(members.keys) == ["token_type", "expires_in", "ext_expires_in", "access_token"])
        #expect(members["token_type"] == "Bearer")
        #expect(members["expires_in"]?.integerValue != nil && members["ext_expires_in"]?.integerValue != nil)
    }

    @Test("The access token has the captured header and claims, and no others")
    func token() async throws {
        let client = try await client()
        let token = try await client.token().json["access_token"]?.stringValue ?? ""
        let head = try JSONValue(
            parsing: Base64URL.decode(String(token.split(separator: ".").first ?? "")) ?? [])
        #expect(Set(head.objectValue?.keys.map(\.self) ?? []) == ["alg", "typ", "kid"])
        #expect(head["alg"] == "RS256" && head["typ"] == "JWT")
        let claims = try JSONValue(parsing: try JWS(compact: token).payload).objectValue ?? [:]
        #expect(
            claims.keys.sorted() == [
                "aio", "aud", "azp", "azpacr", "exp", "iat", "iss", "nbf", "oid", "rh", "sub", "tid", "uti", "ver",
                "xms_ftd",
            ])
        #expect(claims["ver"] == "2.0" && claims["azpacr"] == "1")
        #expect(claims["aud"]?.stringValue == SeedData.filesAppID)
        #expect(claims["azp"]?.stringValue == ConfidentialClient.id)
        #expect(
            claims["iss"]?.stringValue == "\(client.fixture.provider.base.origin)/\(SeedData.tenantID)/v2.0",
            "the host is this provider's")
        #expect(claims["sub"] == claims["oid"] && claims["nbf"] == claims["iat"])
        for name in ["exp", "iat", "nbf"] { #expect(claims[name]?.integerValue != nil) }
        for name in ["aio", "oid", "rh", "uti", "xms_ftd"] { #expect(claims[name]?.stringValue?.isEmpty == false) }
    }

    @Test("A wrong secret")
    func wrongSecret() async throws {
        let answer = try await client().token(["client_secret": "wrong"])
        try expect(
            answer, 401, "invalid_client", 7_000_215,
            "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the "
                + "client secret ID, for a secret added to app '\(ConfidentialClient.id)'.", hasURI: true)
    }

    @Test("The scope of no registered resource")
    func unknownResource() async throws {
        let answer = try await client().token(["scope": "api://nowhere/.default"])
        try expect(
            answer, 400, "invalid_resource", 500_011,
            "The resource principal named api://nowhere was not found in the tenant named \(SeedData.tenantID). This can "
                + "happen if the application has not been installed by the administrator of the tenant or consented to by "
                + "any user in the tenant. You might have sent your authentication request to the wrong tenant.",
            hasURI: true)
    }

    @Test("Zeros as client id")
    func zeros() async throws {
        let answer = try await client().token(["client_id": Self.zeros])
        try expect(
            answer, 400, "unauthorized_client", 700_038, "\(Self.zeros) is not a valid application identifier.",
            hasURI: false)
    }

    @Test("An unknown grant")
    func unknownGrant() async throws {
        let answer = try await client().token(["grant_type": "no_such_grant"])
        try expect(
            answer, 400, "unsupported_grant_type", 70003,
            "The app requested an unsupported grant type 'no_such_grant'.", hasURI: false)
    }

    /// Compares a refusal with a captured one: every member, and the text without its ids and its time.
    private func expect(
        _ answer: HTTPResponse, _ status: Int, _ error: String, _ number: Int, _ text: String, hasURI: Bool
    ) throws {
        #expect(answer.status == status)
        let members = answer.json.objectValue ?? [:]
        var names: Set = [
            "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id",
        ]
        if hasURI { names.insert("error_uri") }
        #expect(Set(members.keys) == names)
        #expect(members["error"]?.stringValue == error)
        #expect(members["error_codes"] == [.integer(number)])
        func value(_ name: String) throws -> String { try #require(members[name]?.stringValue) }
        #expect(
            try value("error_description")
                == "AADSTS\(number): \(text) Trace ID: \(try value("trace_id")) Correlation ID: "
                + "\(try value("correlation_id")) Timestamp: \(try value("timestamp"))")
        let guid = #/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/#
        for name in ["trace_id", "correlation_id"] { #expect(try value(name).wholeMatch(of: guid) != nil, "\(name)") }
        #expect(try value("timestamp").wholeMatch(of: #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/#) != nil)
        let uri = members["error_uri"]?.stringValue
        #expect(uri == (hasURI ? "https://login.microsoftonline.com/error?code=\(number)" : nil))
    }
}
