import KeyfobCore
import KeyfobOAuth

/// `/_admin/force-error`
enum AdminForcedErrors {
    static func add(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try AdminBody(
            context, known: ["endpoint", "count", "status", "retry_after", "error", "aadsts", "body"])
        let name = try body.required("endpoint")
        guard let endpoint = Endpoint(rawValue: name), endpoint != .admin else {
            let names = Endpoint.allCases.filter { $0 != .admin }.map(\.rawValue)
            throw AdminError.invalid("'endpoint' is one of \(names.joined(separator: ", ")).")
        }
        let kind = try body.string("body") ?? "json"
        guard ["json", "html", "text", "empty"].contains(kind) else {
            throw AdminError.invalid("'body' is json, html, text or empty.")
        }
        let number = try body.integer("aadsts", 1...99_999_999).map(Int.init)
        let usual = number.flatMap { ErrorCatalogue.entry($0)?.status } ?? 503
        let forced = ForcedError(
            endpoint: name, count: Int(try body.integer("count", 0...1_000_000) ?? 1),
            status: Int(try body.integer("status", 200...599) ?? Int64(usual)),
            retryAfter: try body.integer("retry_after", 0...86400).map(Int.init), error: try body.string("error"),
            number: number, body: kind)
        try await context.transaction { transaction in
            // A new order for an endpoint replaces the old one; a count of 0 takes it back.
            let others = try transaction.forcedErrors().filter { $0.endpoint != name }
            try transaction.setForcedErrors(forced.count > 0 ? others + [forced] : others)
        }
        return .json(["endpoint": .string(name), "count": .integer(forced.count)])
    }
}
