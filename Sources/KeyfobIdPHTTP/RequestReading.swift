#if Server
import HTTPTypes
import KeyfobCore
import KeyfobOAuth

/// The result of reading a request.
enum RequestReading {
    case request(KeyfobOAuth.HTTPRequest)
    case refused(Refusal)

    /// The absolute URL that a request names (RFC 9112 section 3.3), which ``TargetHandler`` has brought into
    /// origin-form.
    ///
    /// Its port becomes part of the issuer's name and of every address that the provider returns, so it must be a known
    /// port and not the client's choice.
    static func url(
        of head: HTTPTypes.HTTPRequest, hosts: Set<String>, ports: Set<Int>
    ) -> Result<HTTPURL, Refusal> {
        // The parser below takes the first Host field for the authority, and leaves any others among the fields.
        let others = head.headerFields.filter { $0.name.canonicalName == "host" }.map(\.value)
        let named = [head.authority].compactMap(\.self) + others
        guard let path = head.path, let url = RequestTarget.url(path: path, hosts: named) else {
            return .failure(.malformed)
        }
        guard hosts.contains(url.host) else { return .failure(.unknownHost) }
        return ports.contains(url.effectivePort) ? .success(url) : .failure(.unknownPort)
    }

    /// The message for the handler.
    static func message(_ head: HTTPTypes.HTTPRequest, url: HTTPURL, body: [UInt8]) -> RequestReading {
        let method = KeyfobOAuth.HTTPMethod(rawValue: head.method.rawValue)
        var fields = KeyfobOAuth.HTTPFields([])
        var cookies: [String] = []
        for field in head.headerFields {
            // The parser below may have split one Cookie field into its pairs (RFC 9113 section 8.2.3).
            if field.name == .cookie {
                cookies.append(field.value)
            } else {
                fields.append(field.name.rawName, field.value)
            }
        }
        if !cookies.isEmpty { fields.append("Cookie", cookies.joined(separator: "; ")) }
        return .request(KeyfobOAuth.HTTPRequest(method: method, url: url, fields: fields, body: body))
    }
}
#endif
