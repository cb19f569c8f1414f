import KeyfobCore
import KeyfobOAuth

/// `GET /healthz`: 200 when the store answers and keys are there; where certificates are asked for, it says so.
enum Health {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        var members: [String: JSONValue] = ["status": "ok"]
        members["certificate_origin"] = context.certificateOrigin.map { .string($0) }
        return .json(.object(members))
    }
}
