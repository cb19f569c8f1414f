import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE
import KeyfobOAuth

/// A provider of another kind: its users have a subject, but neither object ids nor tenants.
struct SubjectOnlyProvider: HTTPTransport {
    let base: any HTTPTransport
    private let key = SigningKey.p256(P256PrivateKey(), keyID: "people")
    private let issuer = "https://\(Contoso.host)/people"

    init(_ base: any HTTPTransport) { self.base = base }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var response = try await base.send(request)
        guard response.status == 200, var members = (try? JSONValue(parsing: response.body))?.objectValue else {
            return response
        }
        if members["jwks_uri"] != nil { members["issuer"] = .string(issuer) }
        if members["keys"] != nil { members["keys"] = .array([key.publicJWK.json]) }
        if let token = members["id_token"]?.stringValue {
            members["client_info"] = nil
            members["id_token"] = resigned(token).map { .string($0) }
        }
        response.body = JSONValue.object(members).bytes()
        return response
    }

    private func resigned(_ token: String) -> String? {
        guard var claims = try? IDToken(decodingWithoutValidation: token).claims else { return nil }
        claims["iss"] = .string(issuer)
        claims["oid"] = nil
        claims["tid"] = nil
        return try? JWS.sign(JSONValue.object(claims).bytes(), with: key)
    }
}
