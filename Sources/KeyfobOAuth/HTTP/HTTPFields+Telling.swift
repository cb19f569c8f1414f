extension HTTPFields {
    /// Those that tell an app, or whoever reads its log, about an answer: by what the server finds it again, when it
    /// was made, when to come back. A list of what may be told, since nobody knows what else a server or a proxy sends.
    private static let tellingNames = [
        "Retry-After", "Date", "client-request-id", "x-ms-request-id", "x-ms-ests-server", "x-ms-clitelem", "x-ms-srs",
    ]

    /// The fields that an error may carry, by their usual spelling. Never a cookie, a credential or a challenge.
    var telling: [String: String] {
        var out: [String: String] = [:]
        for name in Self.tellingNames {
            guard let value = self[name], value.utf8.count <= 256 else { continue }
            out[name] = value
        }
        return out
    }
}
