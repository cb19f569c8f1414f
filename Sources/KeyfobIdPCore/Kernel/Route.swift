package import KeyfobCore
package import KeyfobOAuth

/// One row of the route table.
package struct Route: Sendable {
    package typealias Handler = @Sendable (RequestContext) async throws -> HTTPResponse

    /// A segment of a pattern.
    private enum Segment: Sendable {
        /// A text in lower case. Letter case does not count, as in the platform's own addresses.
        case literal(String)
        /// The name of a variable.
        case variable(String)
    }

    let methods: [HTTPMethod]
    private let pattern: [Segment]
    let endpoint: Endpoint
    let dialect: OAuthDialect
    let handler: Handler

    package init(
        _ methods: HTTPMethod..., path: StaticString, _ endpoint: Endpoint, _ dialect: OAuthDialect,
        _ handler: @escaping Handler
    ) {
        self.methods = methods
        pattern = path.description.split(separator: "/").map { part in
            part.hasPrefix("{") ? .variable(String(part.dropFirst().dropLast())) : .literal(part.lowercased())
        }
        self.endpoint = endpoint
        self.dialect = dialect
        self.handler = handler
    }

    /// The values of the pattern's variables, if the path matches; otherwise nil.
    func match(_ path: PathSegments) -> [String: String]? {
        guard path.lowercased.count == pattern.count else { return nil }
        for (part, segment) in zip(pattern, path.lowercased) {
            if case .literal(let text) = part, text != segment { return nil }
        }
        var values: [String: String] = [:]
        for (part, segment) in zip(pattern, path.segments) {
            if case .variable(let name) = part { values[name] = segment }
        }
        return values
    }
}

/// The path of an address as decoded segments, none of which is empty, `.` or `..`, or contains a slash.
package struct PathSegments: Sendable {
    /// The segments.
    let segments: [String]
    /// The segments in lower case.
    let lowercased: [String]

    init?(_ url: HTTPURL) {
        guard let segments = Self.of(url) else { return nil }
        self.segments = segments
        lowercased = segments.map(\.inLowerCase)
    }

    package static func of(_ url: HTTPURL) -> [String]? {
        var segments: [String] = []
        for part in url.path.parts(separatedBy: "/") {
            // Without an escape, a segment of ASCII is as it will be read.
            let isPlain = part.utf8.allSatisfy { $0 != UInt8(ascii: "%") && $0 < 0x80 }
            guard let segment = isPlain ? part : decoded(part), segment != ".", segment != ".." else { return nil }
            segments.append(segment)
        }
        return segments
    }

    private static func decoded(_ part: String) -> String? {
        guard let segment = PercentEncoding.decode(part), segment.isStreamSafe,
            !segment.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        return segment
    }
}
