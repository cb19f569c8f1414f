package import KeyfobCore
package import KeyfobOAuth

/// The credential of an `Authorization: Bearer` field (RFC 6750 section 2.1).
package enum BearerToken {
    package static func of(_ request: HTTPRequest) -> Secret<String>? {
        let fields = request.fields.all("Authorization")
        guard fields.count == 1, fields[0].prefix(7).lowercased() == "bearer " else { return nil }
        let token = fields[0].dropFirst(7)
        return token.isEmpty ? nil : Secret(String(token))
    }
}

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

/// Whether a request comes from the web view of a broker, or of an app that responds to device challenges: the request
/// states it (MS-PKAP section 3.1.5.1), and the web view has no user certificates.
package enum PKeyAuthSupport {
    package static func isAdvertised(_ request: HTTPRequest) -> Bool {
        request.fields["x-ms-PkeyAuth+"] == "1.0" || request.fields["x-ms-PkeyAuth"] == "1.0"
            || (request.fields["User-Agent"] ?? "").split(separator: " ")
                .contains { $0 == DeviceDialect.deviceChallengeAgent }
    }
}
