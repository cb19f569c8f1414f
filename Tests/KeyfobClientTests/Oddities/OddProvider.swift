import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// An OpenID provider of its own, which follows the specifications except for one change. It shares no code with the
/// provider of this package but the signatures.
final class OddProvider: HTTPTransport, UserAgent {
    static let issuer = "https://odd.test/people"
    static let clientID = "app"

    private struct State: Sendable {
        var nonce: String?
        var redeemed = 0
        var revoked: [String] = []
        var keyRequests = 0
        var sentScopes: String?
        var refreshScopes: [String?] = []
        var refreshTokens: [String?] = []
    }

    private let place: String
    private let change: JSONValue
    private let now: @Sendable () -> Int64
    private let own = SigningKey.p256(P256PrivateKey(), keyID: "own")
    private let other = SigningKey.p256(P256PrivateKey(), keyID: "other")
    private let state = Mutex(State())

    init(_ place: String, _ change: JSONValue, now: @escaping @Sendable () -> Int64) {
        self.place = place
        self.change = change
        self.now = now
    }

    /// `scope` of the authorization request.
    var sentScopes: String? { state.withLock(\.sentScopes) }
    /// `scope` of the refresh requests.
    var refreshScopes: [String?] { state.withLock(\.refreshScopes) }
    /// The refresh tokens that were redeemed.
    var refreshTokens: [String?] { state.withLock(\.refreshTokens) }

    /// The refresh tokens that were revoked.
    var revokedTokens: [String] { state.withLock(\.revoked) }

    // MARK: Requests

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        switch request.url.path {
        case let path where path.contains("/.well-known/"): metadata(path)
        case "/keys": keys()
        case "/token": token(request)
        case "/userinfo": userInfo(request)
        case "/device": Self.deviceAuthorization
        case "/revoke": revoke(request)
        default: HTTPResponse(status: 404)
        }
    }

    private func metadata(_ path: String) -> HTTPResponse {
        let page = HTTPResponse(status: 200, body: Array("<!doctype html><title>App</title>".utf8))
        var members = Self.metadata
        if place == "revocation" { members["revocation_endpoint"] = "https://odd.test/revoke" }
        let answer = HTTPResponse(status: 200, body: changed(members, at: "metadata").bytes())
        let usual = "/people/.well-known/openid-configuration"
        if place == "revocation-elsewhere", path == "/.well-known/oauth-authorization-server/people" {
            return .json(["issuer": .string(Self.issuer), "revocation_endpoint": "https://odd.test/revoke"])
        }
        guard place == "well-known" else { return path == usual ? answer : HTTPResponse(status: 404) }
        switch change.stringValue {
        case "html": return path == "/.well-known/oauth-authorization-server/people" ? answer : page
        case "nowhere": return HTTPResponse(status: 404)
        case let name: return path == "/.well-known/\(name ?? "")/people" ? answer : HTTPResponse(status: 404)
        }
    }

    private static let deviceAuthorization = HTTPResponse.json([
        "device_code": "device-1", "user_code": "ABCD", "verification_uri": "https://odd.test/enter", "expires_in": 900,
    ])

    private static let metadata: [String: JSONValue] = [
        "device_authorization_endpoint": "https://odd.test/device",
        "issuer": .string(issuer), "authorization_endpoint": "https://odd.test/authorize",
        "token_endpoint": "https://odd.test/token", "jwks_uri": "https://odd.test/keys",
        "userinfo_endpoint": "https://odd.test/userinfo", "end_session_endpoint": "https://odd.test/logout",
        "scopes_supported": ["openid", "profile", "email", "offline_access"], "response_types_supported": ["code"],
        "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"],
    ]

    private func keys() -> HTTPResponse {
        let count = state.withLock { state in
            state.keyRequests += 1
            return state.keyRequests
        }
        let kind = place == "keys" ? change[count > 1 && change["then"] != nil ? "then" : "first"]?.stringValue : nil
        let mine = own.publicJWK.members
        let found: [JSONValue]
        switch kind {
        case "other": found = [other.publicJWK.json] + (change["kid"] == nil ? [] : [.object(mine)])
        case "unusable":
            found = [
                ["kty": "RSA", "use": "enc", "alg": "RSA-OAEP", "n": "AQAB", "e": "AQAB", "kid": "own"],
                ["kty": "EC", "crv": "secp256k1", "alg": "ES256K", "x": "AA", "y": "AA", "kid": "k"],
                ["kty": "AKP", "alg": "ML-DSA-44", "pub": "AA"], nil, "x", .object(mine),
            ]
        case "nameless": found = [.object(mine.filter { $0.key != "kid" })]
        case "es384": found = [.object(mine.merging(["alg": "ES384"]) { $1 })]
        case "html": return HTTPResponse(status: 200, body: Array("<html>".utf8))
        default: found = [.object(mine)]
        }
        return HTTPResponse(status: 200, body: JSONValue.object(["keys": .array(found)]).bytes())
    }

    private func revoke(_ request: HTTPRequest) -> HTTPResponse {
        let form = try? FormParameters(parsing: String(decoding: request.body, as: UTF8.self))
        guard form?["token_type_hint"] == "refresh_token", form?["client_id"] == Self.clientID else {
            return HTTPResponse(status: 400)
        }
        state.withLock { $0.revoked.append(form?["token"] ?? "") }
        return HTTPResponse(status: Int(change.integerValue ?? 200))
    }

    private func userInfo(_ request: HTTPRequest) -> HTTPResponse {
        guard place == "userinfo" || place == "device", request.fields["Authorization"] == "Bearer opaque-1" else {
            return HTTPResponse(status: 401)
        }
        if let status = change.integerValue { return HTTPResponse(status: Int(status)) }
        return HTTPResponse(status: 200, body: change.stringValue.map { Array($0.utf8) } ?? change.bytes())
    }

    private func token(_ request: HTTPRequest) -> HTTPResponse {
        guard let form = try? FormParameters(parsing: String(decoding: request.body, as: UTF8.self)) else {
            return HTTPResponse(status: 400)
        }
        let isRefresh = form["grant_type"] == "refresh_token"
        let number = state.withLock { state in
            state.redeemed += 1
            if isRefresh {
                state.refreshScopes.append(form["scope"])
                state.refreshTokens.append(form["refresh_token"])
            }
            return state.redeemed
        }
        if place == (isRefresh ? "refresh-error" : "token-error"), let parts = change.arrayValue, parts.count == 2 {
            return HTTPResponse(
                status: Int(parts[0].integerValue ?? 0), body: Array((parts[1].stringValue ?? "").utf8))
        }
        if !isRefresh, place == "token-body" {
            return HTTPResponse(status: 200, body: Array((change.stringValue ?? "").utf8))
        }
        var members: [String: JSONValue] = [
            "access_token": .string("opaque-\(number)"), "token_type": "Bearer", "expires_in": 3600,
            "refresh_token": .string("refresh-\(number)"), "scope": "openid profile email",
            "id_token": .string(idToken(isRefresh: isRefresh)),
        ]
        members = changed(members, at: isRefresh ? "refresh" : "token").objectValue ?? [:]
        if place == "device" { members["id_token"] = nil }
        if place == "echo" {
            members["refresh_token"] = change.arrayValue?.first
            if isRefresh {
                return HTTPResponse(status: 400, body: Array((change.arrayValue?.last?.stringValue ?? "").utf8))
            }
        }
        let status = place == "token-status" ? Int(change.integerValue ?? 0) : 200
        let mark: [UInt8] = place == "token-bom" ? [0xEF, 0xBB, 0xBF] : []
        return HTTPResponse(status: status, body: mark + JSONValue.object(members).bytes())
    }

    private func idToken(isRefresh: Bool) -> String {
        let nonce = state.withLock(\.nonce) ?? ""
        var claims: [String: JSONValue] = [
            "iss": .string(Self.issuer), "aud": .string(Self.clientID), "sub": "person-1", "nonce": .string(nonce),
            "iat": .integer(now()), "exp": .integer(now() + 3600), "preferred_username": "ada",
        ]
        if place == "metadata", let issuer = change["issuer"] { claims["iss"] = issuer }
        if place == "userinfo" { claims["preferred_username"] = nil }
        claims = changed(claims, at: "claims").objectValue ?? [:]
        if isRefresh { claims = changed(claims, at: "refresh-claims").objectValue ?? [:] }
        var header: [String: JSONValue] = ["alg": "ES256", "kid": "own", "typ": "JWT"]
        if place == "keys", change["kid"] == false { header["kid"] = nil }
        header = changed(header, at: "header").objectValue ?? [:]
        let text = [JSONValue.object(header), .object(claims)].map { Base64URL.encode($0.bytes()) }.joined(
            separator: ".")
        let signature = (try? own.sign(Array(text.utf8))) ?? []
        return "\(text).\(Base64URL.encode(signature))"
    }

    /// The members of a message with the change, if that is its place.
    private func changed(_ members: [String: JSONValue], at place: String) -> JSONValue {
        guard place == self.place, let changes = change.objectValue else { return .object(members) }
        var members = members
        for (name, value) in changes {
            if value == "~absent" { members.removeValue(forKey: name) } else { members[name] = value }
        }
        return .object(members)
    }

    // MARK: The browser

    func begin(_ redirectURI: RedirectURI) async throws(AuthError) -> any UserAgentSession {
        Session(provider: self, redirectURI: redirectURI)
    }

    private struct Session: UserAgentSession {
        let provider: OddProvider
        let redirectURI: RedirectURI

        func present(
            _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
        ) async throws(AuthError) -> String {
            let redirect = provider.authorize(url, redirectURI.value)
            guard case .accepted = accepting(redirect) else {
                throw AuthError(.userCanceled, origin: .userAgent, message: "The user closed the page.")
            }
            return redirect
        }

        func end() async {}
    }

    private func authorize(_ url: HTTPURL, _ redirectURI: String) -> String {
        let query = (try? FormParameters(parsing: url.query ?? "")) ?? FormParameters()
        state.withLock { state in
            state.nonce = query["nonce"]
            state.sentScopes = query["scope"]
        }
        let members = changed(["code": "code-1", "state": .string(query["state"] ?? "")], at: "redirect")
        let pairs = (members.objectValue ?? [:]).compactMap { name, value in value.stringValue.map { (name, $0) } }
        return "\(redirectURI)?\(FormParameters(pairs).encoded)"
    }
}
