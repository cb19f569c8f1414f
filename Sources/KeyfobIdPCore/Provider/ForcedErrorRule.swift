import KeyfobCore
import KeyfobOAuth

/// Answers as the admin API's force-error ordered, and counts it.
enum ForcedErrorRule {
    static func apply(_ context: RequestContext) async throws -> HTTPResponse? {
        let name = context.endpoint.rawValue
        guard context.endpoint != .admin, context.directory.forcedErrors.contains(where: { $0.endpoint == name })
        else { return nil }
        let forced = try await context.transaction { transaction -> ForcedError? in
            var errors = try transaction.forcedErrors()
            guard let index = errors.firstIndex(where: { $0.endpoint == name }) else { return nil }
            let forced = errors[index]
            errors[index].count -= 1
            try transaction.setForcedErrors(errors.filter { $0.count > 0 })
            return forced
        }
        return forced.map { response($0, context) }
    }

    private static func response(_ forced: ForcedError, _ context: RequestContext) -> HTTPResponse {
        var response: HTTPResponse
        switch forced.body {
        case "empty": response = HTTPResponse(status: forced.status)
        case "text": response = .text("The server has a problem.", status: forced.status)
        case "html":
            response = HTTPResponse(
                status: forced.status, fields: ["Content-Type": "text/html; charset=utf-8"],
                body: Array("<!DOCTYPE html><html><body><h1>The server has a problem</h1></body></html>".utf8))
        default:
            let error = OAuthError(forced.number ?? 90033, error: forced.error)
            response = .json(Failure.body(error, context).json, status: forced.status)
        }
        if let seconds = forced.retryAfter { response.fields.set("Retry-After", String(seconds)) }
        return response
    }
}
