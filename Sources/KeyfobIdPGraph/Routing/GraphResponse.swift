import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobOAuth

/// Writes responses of Microsoft Graph.
enum GraphResponse {
    static let contentType =
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"

    /// The response with no content.
    static func empty(_ context: RequestContext) -> HTTPResponse { response(status: 204, body: [], context) }

    /// The response to a client that does not want what it created back.
    static func minimal(_ context: RequestContext) -> HTTPResponse {
        var response = empty(context)
        response.fields.set("Preference-Applied", "return=minimal")
        return response
    }

    /// The number of objects, as text.
    static func count(_ count: Int, _ context: RequestContext) -> HTTPResponse {
        var response = response(status: 200, body: Array(String(count).utf8), context)
        response.fields.set("Content-Type", "text/plain")
        response.fields.set("OData-Version", "4.0")
        return response
    }

    /// The response to a request that failed.
    static func response(_ error: GraphError, _ context: RequestContext) -> HTTPResponse {
        let time = GraphTime.text(context.now)
        let inner: JSONValue = [
            // Without the time zone, as Graph writes it.
            "date": .string(String(time.prefix { $0 != "Z" })), "request-id": .string(context.traceID),
            "client-request-id": .string(context.correlationID),
        ]
        var response = self.response(status: error.status, body: error.json(inner: inner).bytes(), context)
        response.fields.set("Content-Type", "application/json")
        if let challenge = error.challenge { response.fields.set("WWW-Authenticate", challenge) }
        return response
    }

    /// A JSON object.
    static func response(_ status: Int, _ members: [String: JSONValue], _ context: RequestContext) -> HTTPResponse {
        var response = response(status: status, body: JSONValue.object(members).bytes(), context)
        response.fields.set("Content-Type", contentType)
        response.fields.set("OData-Version", "4.0")
        return response
    }

    private static func response(status: Int, body: [UInt8], _ context: RequestContext) -> HTTPResponse {
        var response = HTTPResponse(status: status, fields: [:], body: body)
        response.fields.set("request-id", context.traceID)
        response.fields.set("client-request-id", context.correlationID)
        response.fields.set("Cache-Control", "no-cache")
        return response
    }

    /// The address of the next page: this one's, with another token.
    static func nextLink(_ token: Int64, _ context: RequestContext) -> String {
        let url = context.request.url
        let parameters = (try? FormParameters(parsing: url.query ?? "")) ?? FormParameters()
        let kept = parameters.pairs.filter {
            !["$skiptoken", "skiptoken", "$skip", "skip"].contains($0.name.lowercased())
        }
        // Names of options keep their dollar sign, as clients expect to find them.
        let query = (kept.map { ($0.name, $0.value) } + [("$skiptoken", String(token))]).map { name, value in
            "\(name)=\(PercentEncoding.encode(value))"
        }
        return "\(context.graphOrigin)\(url.path)?\(query.joined(separator: "&"))"
    }
}
