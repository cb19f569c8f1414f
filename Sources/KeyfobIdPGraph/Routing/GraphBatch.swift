import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth

/// `POST /$batch`: several requests in one, each with a response of its own (OData 4.01 JSON batch, as Microsoft Graph has
/// it).
enum GraphBatch {
    /// The largest number of requests.
    private static let most = 20

    /// One of its requests.
    struct Part {
        let id: String
        let request: HTTPRequest
        let dependsOn: [String]
    }

    static func answer(_ context: RequestContext, _ budget: QueryBudget) async throws -> HTTPResponse {
        guard context.request.method == .post else { throw GraphError.method }
        // Who calls is checked once before any work, and again with each request.
        _ = try await GraphCaller(context, tenantName: nil)
        let parts = try parts(context.request)
        var statuses: [String: Int] = [:]
        var responses: [JSONValue] = []
        for part in parts {
            try await budget.pause()
            let failed = part.dependsOn.contains { (statuses[$0] ?? 424) >= 400 }
            let response: HTTPResponse
            if failed {
                response = GraphResponse.response(
                    GraphError(
                        424, "FailedDependency",
                        "A request on which this one depends has failed, so that it was not executed."),
                    context)
            } else {
                response = try await answer(part, context, budget)
            }
            statuses[part.id] = response.status
            responses.append(json(part.id, response))
        }
        var response = HTTPResponse.json(["responses": .array(responses)])
        response.fields.set("Content-Type", GraphResponse.contentType)
        response.fields.set("OData-Version", "4.0")
        response.fields.set("request-id", context.traceID)
        response.fields.set("client-request-id", context.correlationID)
        return response
    }

    /// A request inside a batch sees the changes of those before it. A change by another request at the same time makes it
    /// start again, by itself: those before it have been answered.
    private static func answer(
        _ part: Part, _ context: RequestContext, _ budget: QueryBudget
    ) async throws -> HTTPResponse {
        for _ in 0..<8 {
            let inner = try await context.following(part.request)
            if let response = try await inner.unlessStale({ try await GraphService.answer(inner, budget) }) {
                return response
            }
        }
        return GraphResponse.response(
            GraphError(503, "serviceNotAvailable", "The directory is changing. Send the request again."), context)
    }

    /// The requests in a batch.
    ///
    /// - Throws: ``GraphError`` if one is malformed, or there are too many.
    static func parts(_ batch: HTTPRequest) throws(GraphError) -> [Part] {
        let body = try GraphBody(batch)
        guard let requests = body.members["requests"]?.arrayValue, !requests.isEmpty else {
            throw .malformed("Invalid batch payload format: the body has to contain 'requests'.")
        }
        guard requests.count <= most else {
            throw .malformed("The batch has more than \(most) requests.")
        }
        var parts: [Part] = []
        for request in requests {
            let part = try part(request, batch)
            guard !parts.contains(where: { $0.id == part.id }) else {
                throw .malformed("The id '\(part.id.prefix(64))' of a request in the batch is not unique.")
            }
            guard part.dependsOn.allSatisfy({ id in parts.contains { $0.id == id } }) else {
                throw .malformed("The request '\(part.id.prefix(64))' depends on one that does not come before it.")
            }
            parts.append(part)
        }
        return parts
    }

    private static func part(_ json: JSONValue, _ batch: HTTPRequest) throws(GraphError) -> Part {
        guard let id = json["id"]?.stringValue, let name = json["method"]?.stringValue?.uppercased(),
            let address = json["url"]?.stringValue
        else { throw .malformed("A request of the batch lacks 'id', 'method' or 'url'.") }
        let method = HTTPMethod(rawValue: name)
        guard [.get, .post, .patch, .put, .delete].contains(method) else { throw .method }
        let outer = batch.url
        let version = outer.path.split(separator: "/").first ?? "v1.0"
        let path = escaped(relative(address, version: String(version), outer))
        // A batch inside a batch could grow without limit, however its address is written.
        guard let url = HTTPURL("\(outer.origin)/\(version)\(path)"), let segments = PathSegments.of(url),
            !segments.contains(where: { $0.lowercased() == "$batch" })
        else {
            throw .malformed("The address of the request '\(id.prefix(64))' is malformed.")
        }
        var request = HTTPRequest(method: method, url: url)
        for (name, value) in json["headers"]?.objectValue ?? [:] {
            // The outer request says who calls.
            guard name.lowercased() != "authorization", let text = value.stringValue else { continue }
            request.fields.set(name, text)
        }
        for token in batch.fields.all("Authorization") { request.fields.set("Authorization", token) }
        if let body = json["body"], body != .null { request.body = body.bytes() }
        return Part(
            id: id, request: request, dependsOn: (json["dependsOn"]?.arrayValue ?? []).compactMap(\.stringValue))
    }

    /// The address of a request below the version. OData allows absolute addresses too, and Microsoft's SDK for Python
    /// writes them.
    private static func relative(_ address: String, version: String, _ outer: HTTPURL) -> String {
        var path = address
        for prefix in [outer.origin, "https://graph.microsoft.com"] where path.lowercased().hasPrefix(prefix) {
            path = String(path.dropFirst(prefix.count))
        }
        if path.hasPrefix("/\(version)/") { path = String(path.dropFirst(version.count + 1)) }
        return path.hasPrefix("/") ? path : "/\(path)"
    }

    /// The address with escapes for what no address may contain: clients write queries here as people read them.
    private static func escaped(_ address: String) -> String {
        var out: [UInt8] = []
        for byte in address.utf8 {
            if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}#".utf8.contains(byte) {
                out.append(byte)
            } else {
                out += Array("%\(Hex.encode([byte]).uppercased())".utf8)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func json(_ id: String, _ response: HTTPResponse) -> JSONValue {
        var headers: [String: JSONValue] = [:]
        for name in ["Content-Type", "Cache-Control", "OData-Version", "Location", "request-id", "Retry-After"] {
            if let value = response.fields[name] { headers[name] = .string(value) }
        }
        var members: [String: JSONValue] = [
            "id": .string(id), "status": .integer(response.status), "headers": .object(headers),
        ]
        if !response.body.isEmpty {
            members["body"] =
                (try? JSONValue(parsing: response.body)) ?? .string(String(decoding: response.body, as: UTF8.self))
        }
        return .object(members)
    }
}
