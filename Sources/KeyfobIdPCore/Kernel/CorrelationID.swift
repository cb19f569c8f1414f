import KeyfobOAuth

/// The id by which a client finds its request in the log: the client's own, if it is well-formed.
enum CorrelationID {
    static func of(_ request: HTTPRequest) -> String? {
        if let header = request.fields["client-request-id"] { return sound(header) }
        guard let parameters = try? request.queryParameters() else { return nil }
        return parameters["client-request-id"].flatMap(sound)
    }

    private static func sound(_ text: String) -> String? {
        let isSound =
            (8...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
            }
        return isSound ? text : nil
    }
}
