package import KeyfobCore

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
