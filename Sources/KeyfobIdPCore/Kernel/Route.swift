package import KeyfobCore
package import KeyfobOAuth

/// One row of the route table.
package struct Route: Sendable {
    package typealias Handler = @Sendable (RequestContext) async throws -> HTTPResponse

    let methods: [HTTPMethod]
    let pattern: [Substring]
    let endpoint: Endpoint
    let dialect: OAuthDialect
    let handler: Handler

    package init(
        _ methods: HTTPMethod..., path: StaticString, _ endpoint: Endpoint, _ dialect: OAuthDialect,
        _ handler: @escaping Handler
    ) {
        self.methods = methods
        pattern = path.description.split(separator: "/")
        self.endpoint = endpoint
        self.dialect = dialect
        self.handler = handler
    }

    /// The values of the pattern's variables, if the path matches; otherwise nil. Literal segments are compared without
    /// regard to letter case, as the platform's own addresses are.
    func match(_ segments: [String]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(pattern, segments) {
            if part.hasPrefix("{") {
                values[String(part.dropFirst().dropLast())] = segment
            } else if part.lowercased() != segment.lowercased() {
                return nil
            }
        }
        return values
    }
}

/// The path of an address as decoded segments, none of which is empty, `.` or `..`, or contains a slash.
package enum PathSegments {
    package static func of(_ url: HTTPURL) -> [String]? {
        var segments: [String] = []
        for part in url.path.split(separator: "/", omittingEmptySubsequences: true) {
            guard let segment = PercentEncoding.decode(part), segment.isStreamSafe, !segment.contains("/"),
                segment != ".", segment != ".."
            else { return nil }
            segments.append(segment)
        }
        return segments
    }
}
