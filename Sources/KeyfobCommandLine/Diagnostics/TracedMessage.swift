#if Server
package import KeyfobCore
import KeyfobFlows
package import KeyfobOAuth

/// A request or a response as `--trace` shows it. Only what is known to be harmless has its value; of everything else,
/// such as tokens, codes, keys, passwords, user names and a profile's own parameters, only the length is shown.
package enum TracedMessage {
    /// The parameters of requests whose values are shown.
    private static let parameters: Set<String> = [
        "api-version", "client_id", "client_info", "code_challenge_method", "grant_type", "prompt", "redirect_uri",
        "resource", "response_mode", "response_type", "scope", "token_type_hint", "x-client-os", "x-client-sku",
        "x-client-ver",
    ]
    /// The header fields whose values are shown.
    private static let fields: Set<String> = [
        "accept", "cache-control", "client-request-id", "content-length", "content-type", "date", "retry-after",
        "server", "x-ms-ests-server", "x-ms-request-id",
    ]
    /// The members of responses whose values are shown.
    private static let members: Set<String> = [
        "authorization_endpoint", "correlation_id", "device_authorization_endpoint", "end_session_endpoint", "error",
        "error_codes", "error_uri", "expires_in", "ext_expires_in", "interval", "issuer", "jwks_uri", "refresh_in",
        "revocation_endpoint", "scope", "suberror", "timestamp", "token_endpoint", "token_type", "trace_id",
        "userinfo_endpoint", "verification_uri",
    ]
    /// The longest value that is shown, in characters.
    private static let limit = 200
    /// The largest number of lines of one message.
    private static let lineLimit = 100

    /// The lines for a request.
    package static func text(of request: HTTPRequest) -> String {
        var lines = ["\(request.method) \(request.url.origin)\(request.url.path)"]
        if let query = request.url.query { lines += form(query, "?") }
        lines += fields(request.fields)
        if !request.body.isEmpty {
            let isForm = request.fields["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") == true
            lines += isForm ? form(String(decoding: request.body, as: UTF8.self), "") : [size(request.body)]
        }
        return joined(lines)
    }

    /// The lines for the response to a request.
    ///
    /// - Parameter clientSecret: the client's secret, if the request's header has it.
    package static func text(
        of response: HTTPResponse, to request: HTTPRequest, clientSecret: Secret<String>? = nil
    ) -> String {
        // A server may repeat anywhere what it received.
        let sent = EchoedSecrets(values: hiddenValues(of: request) + [clientSecret?.reveal()].compactMap { $0 })
        let response = sent.removed(from: response)
        var lines = ["status \(response.status)"] + fields(response.fields)
        if let document = try? JSONValue(parsing: response.body), let object = document.objectValue {
            lines += object.keys.sorted().map { name in
                "\(cut(name)): \(shown(object[name] ?? .null, isKnown: members.contains(name)))"
            }
        } else if !response.body.isEmpty {
            lines.append(size(response.body))
        }
        return joined(lines)
    }

    /// The values of a request's parameters that are not shown.
    private static func hiddenValues(of request: HTTPRequest) -> [String] {
        let sent = [request.url.query ?? "", String(decoding: request.body, as: UTF8.self)]
        let pairs = sent.flatMap { (try? FormParameters.repeatable(parsing: $0)) ?? [] }
        return pairs.filter { !parameters.contains($0.name.lowercased()) }.map(\.value)
    }

    private static func joined(_ lines: [String]) -> String {
        let rest = lines.count > lineLimit ? ["(\(lines.count - lineLimit) more lines)"] : []
        return (lines.prefix(lineLimit) + rest).joined(separator: "\n    ")
    }

    private static func form(_ text: String, _ sign: String) -> [String] {
        guard let parsed = try? FormParameters.repeatable(parsing: text) else {
            return ["\(sign)(\(text.utf8.count) bytes that are no form)"]
        }
        return parsed.map { name, value in
            let isKnown = parameters.contains(name.lowercased())
            return "\(sign)\(cut(name))=\(isKnown ? cut(value) : hidden(value))"
        }
    }

    private static func fields(_ all: HTTPFields) -> [String] {
        all.pairs.map { name, value in
            guard !fields.contains(name.lowercased()) else { return "\(cut(name)): \(cut(value))" }
            // The scheme of credentials is harmless, and often what is wrong.
            let words = value.split(separator: " ", maxSplits: 1)
            let hasScheme = ["authorization", "www-authenticate"].contains(name.lowercased()) && words.count == 2
            return "\(cut(name)): \(hasScheme ? cut(String(words[0])) + " " : "")\(hidden(value))"
        }
    }

    private static func shown(_ value: JSONValue, isKnown: Bool) -> String {
        if isKnown { return value.stringValue.map(cut) ?? cut(value.text()) }
        if let text = value.stringValue { return hidden(text) }
        if let array = value.arrayValue { return "(\(array.count) elements)" }
        if let object = value.objectValue { return "(\(object.count) members)" }
        return "(hidden)"
    }

    private static func cut(_ value: String) -> String {
        Output.name(value.count > limit ? "\(value.prefix(limit))… (\(value.count) characters)" : value)
    }

    private static func hidden(_ value: String) -> String { "(\(value.count) characters)" }

    private static func size(_ body: [UInt8]) -> String { "(\(body.count) bytes)" }
}
#endif
