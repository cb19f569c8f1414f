import KeyfobCore
package import KeyfobOAuth

/// The secrets of a request, which some servers repeat in their response: an error is printed and logged, and so is a trace.
package struct EchoedSecrets: Sendable {
    /// A shorter one would also be found in innocent text.
    private static let shortest = 8
    private static let replacement = "(removed)"

    /// The parameters that are secrets, of every request to a token or revocation endpoint.
    private static let names = [
        "refresh_token", "code", "code_verifier", "device_code", "client_secret", "assertion", "client_assertion",
        "password", "token",
    ]

    private let secrets: [String]

    /// Finds the secrets of a request.
    ///
    /// - Parameter clientSecret: the secret in its header, if there is one.
    init(_ request: HTTPRequest, clientSecret: Secret<String>? = nil) {
        let form = try? request.formParameters()
        secrets = Self.names.compactMap { form?[$0] } + [clientSecret?.reveal()].compactMap { $0 }
    }

    /// Takes values that must not be repeated.
    package init(values: [String]) { secrets = values }

    /// Returns a response without the secrets, in each form in which JSON or a URL contains them.
    package func removed(from response: HTTPResponse) -> HTTPResponse {
        var response = response
        if let text = removed(from: String(decoding: response.body, as: UTF8.self)) { response.body = Array(text.utf8) }
        response.fields = HTTPFields(response.fields.pairs.map { ($0.name, removed(from: $0.value) ?? $0.value) })
        return response
    }

    /// Returns nil for a text without a secret.
    private func removed(from original: String) -> String? {
        var text = original
        var isChanged = false
        for plain in secrets where plain.utf8.count >= Self.shortest {
            for form in Set([plain, plain.replacing("/", with: "\\/"), PercentEncoding.encode(plain)])
            where text.contains(form) {
                text = text.replacing(form, with: Self.replacement)
                isChanged = true
            }
        }
        return isChanged ? text : nil
    }
}
