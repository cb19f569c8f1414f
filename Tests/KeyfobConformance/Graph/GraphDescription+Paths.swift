extension GraphDescription {
    /// The path of the description that a path matches; nil if there is none.
    ///
    /// Segments of the description come before identifiers. A key in parentheses is an identifier: `/users('1')` is
    /// `/users/1`. An alternative key has its own path, `/applications(appId='1')`; what follows it is the same as what
    /// follows an identifier. A cast may have the whole namespace, `microsoft.graph.user`, or its short name.
    func template(_ path: String) -> String? {
        var candidates = [""]
        let segments = Self.segments(path)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            let forms = Self.forms(segment, isLast: isLast)
            var next: [String] = []
            for candidate in candidates {
                for form in forms where hasPath(below: candidate + form) { next.append(candidate + form) }
                if hasPath(below: candidate + "/{}") { next.append(candidate + "/{}") }
            }
            candidates = next
        }
        let known = candidates.filter { paths[$0] != nil }
        // The one with the fewest identifiers is meant: `/directoryObjects/getByIds`.
        return known.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
    }

    private func hasPath(below prefix: String) -> Bool {
        paths[prefix] != nil || beginnings.contains(prefix)
    }

    /// Splits at the slashes that are in no string of a key.
    private static func segments(_ path: String) -> [String] {
        var segments: [String] = [""]
        var isInKey = false
        for character in path.drop(while: { $0 == "/" }) {
            if character == "'" { isInKey.toggle() }
            if character == "/", !isInKey {
                segments.append("")
            } else {
                segments[segments.count - 1].append(character)
            }
        }
        return segments
    }

    private static func forms(_ segment: String, isLast: Bool) -> [String] {
        let cast = segment.hasPrefix("microsoft.graph.") ? segment.dropFirst("microsoft.".count) : segment[...]
        guard let parenthesis = segment.firstIndex(of: "("), segment.hasSuffix(")") else { return ["/" + cast] }
        let key = segment[segment.index(after: parenthesis)...].dropLast()
        let name = segment[..<parenthesis]
        guard let equals = key.firstIndex(of: "="), !key.hasPrefix("'") else { return ["/\(name)/{}"] }
        return isLast ? ["/\(name)(\(key[..<equals])='{}')"] : ["/\(name)/{}"]
    }
}
