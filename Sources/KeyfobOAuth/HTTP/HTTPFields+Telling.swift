extension HTTPFields {
    /// The fields that help an app's developer with diagnosis: identifiers in the server's log, the time, the time to
    /// wait. An allow list, since servers and proxies may send other fields with secrets.
    private static let tellingNames = [
        "Retry-After", "Date", "client-request-id", "x-ms-request-id", "x-ms-ests-server", "x-ms-clitelem", "x-ms-srs",
    ]

    /// The fields that an error may contain, by their usual spelling. Never a cookie, a credential or a challenge.
    var telling: [String: String] {
        var out: [String: String] = [:]
        for name in Self.tellingNames {
            guard let value = self[name], value.utf8.count <= 256 else { continue }
            out[name] = value
        }
        return out
    }
}
