import KeyfobCore
import KeyfobOAuth

/// `GET /healthz`: 200 when the store is readable and keys exist, with the address that requests certificates.
enum Health {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var members: [String: JSONValue] = ["status": "ok"]
        members["certificate_origin"] = context.certificateOrigin.map { .string($0) }
        return .json(.object(members))
    }
}
