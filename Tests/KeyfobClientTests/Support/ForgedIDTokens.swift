import KeyfobCore
import KeyfobOAuth

/// A provider whose id tokens are tampered with in transit.
struct ForgedIDTokens: HTTPTransport {
    enum Forgery: CaseIterable {
        case signature, unsigned, issuer, audience, nonce, expired, missing, unknownKey
    }

    private let base: any HTTPTransport
    private let forgery: Forgery

    init(_ base: any HTTPTransport, forgery: Forgery) {
        self.base = base
        self.forgery = forgery
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard request.url.path.hasSuffix("/token"), response.status == 200,
            var members = (try? JSONValue(parsing: response.body))?.objectValue,
            let token = members["id_token"]?.stringValue
        else { return response }
        members["id_token"] = forged(token).map { .string($0) }
        response.body = JSONValue.object(members).bytes()
        return response
    }

    private func forged(_ token: String) -> String? {
        var parts = token.split(separator: ".").map(String.init)
        switch forgery {
        case .missing: return nil
        case .signature:
            // The first character: all of its six bits count.
            let flipped = parts[2].hasPrefix("A") ? "B" : "A"
            parts[2] = flipped + parts[2].dropFirst()
        case .unsigned: parts = [Self.changed(parts[0], "alg", "none"), parts[1], ""]
        case .unknownKey: parts[0] = Self.changed(parts[0], "kid", "nobody")
        case .issuer: parts[1] = Self.changed(parts[1], "iss", "https://evil.test/v2.0")
        case .audience: parts[1] = Self.changed(parts[1], "aud", .string(Contoso.fabrikam))
        case .nonce: parts[1] = Self.changed(parts[1], "nonce", "another")
        case .expired: parts[1] = Self.changed(parts[1], "exp", 1)
        }
        return parts.joined(separator: ".")
    }

    private static func changed(_ part: String, _ name: String, _ value: JSONValue) -> String {
        guard let bytes = Base64URL.decode(part), var members = (try? JSONValue(parsing: bytes))?.objectValue else {
            return part
        }
        members[name] = value
        return Base64URL.encode(JSONValue.object(members).bytes())
    }
}
