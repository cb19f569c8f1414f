import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

/// A provider that does not sign its id tokens, as the old version 1 endpoints did.
struct UnsignedProvider: HTTPTransport {
    private let edited: EditedTokens

    init(base: any HTTPTransport, replacing claim: String? = nil, tenant: String? = nil) {
        edited = EditedTokens(base: base) { members in
            guard let parts = members["id_token"]?.stringValue?.split(separator: "."), parts.count == 3,
                let bytes = Base64URL.decode(parts[1]),
                var claims = (try? JSONValue(parsing: bytes))?.objectValue
            else { return }
            if let claim { claims[claim] = "https://somebody.test/else" }
            if let tenant {
                let issuer = claims["iss"]?.stringValue ?? ""
                claims["iss"] = .string(issuer.replacing(claims["tid"]?.stringValue ?? "", with: tenant))
                claims["tid"] = .string(tenant)
            }
            let header: JSONValue = ["alg": "none", "typ": "JWT"]
            members["id_token"] = .string(
                "\(Base64URL.encode(header.bytes())).\(Base64URL.encode(JSONValue.object(claims).bytes())).")
        }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse { try await edited.send(request) }
}

/// Several providers at their addresses.
struct Internet: HTTPTransport {
    let sites: [String: any HTTPTransport]

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let site = sites[request.url.hostAndPort] else {
            throw TransportError(.cannotConnect, message: "There is no server at \(request.url.origin).")
        }
        return try await site.send(request)
    }
}

/// A site that returns fixed responses by path, and 404 for any other.
struct Site: HTTPTransport {
    let answers: [String: (status: Int, json: JSONValue)]

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let answer = answers[request.url.path] else { return HTTPResponse(status: 404) }
        var response = HTTPResponse(status: answer.status)
        response.fields.set("Content-Type", "application/json")
        response.body = answer.json.bytes()
        return response
    }
}

/// A store and a lock for contexts that make no calls.
enum ReadyStore {
    static let empty = InMemoryCredentialStore()
    static let lock = InProcessRefreshLock()

    /// A separate store.
    static func own() -> any CredentialStore { InMemoryCredentialStore() }

    /// A separate cache.
    static func cache() -> any ADALCache { InMemoryADALCache() }
}

/// A provider that serves a tenant's endpoints at the path `/adfs`.
struct FederationService: HTTPTransport {
    let tenant: String
    let base: any HTTPTransport

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard request.url.path.hasPrefix("/adfs/") else { return try await base.send(request) }
        var inner = request
        inner.url = request.url.with(
            path: "/\(tenant)/" + request.url.path.dropFirst("/adfs/".count), query: request.url.query)
        var response = try await base.send(inner)
        guard request.url.path.hasSuffix("openid-configuration") else { return response }
        let text = String(decoding: response.body, as: UTF8.self)
            .replacing("/\(tenant)/oauth2", with: "/adfs/oauth2").replacing(
                "/\(tenant)/discovery", with: "/adfs/discovery")
        response.body = Array(text.utf8)
        return response
    }
}

/// Runs an operation between the server's response to a token request and its arrival.
struct RacingTransport: HTTPTransport {
    let base: any HTTPTransport
    let meanwhile: @Sendable () async throws -> Void

    init(base: any HTTPTransport, meanwhile: @escaping @Sendable () async throws -> Void) {
        self.base = base
        self.meanwhile = meanwhile
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let response = try await base.send(request)
        if request.url.path.hasSuffix("/token") { try? await meanwhile() }
        return response
    }
}
