import KeyfobCore
import KeyfobOAuth

/// The secrets of a request, which some servers repeat in the error that they return: an error is printed and logged.
struct EchoedSecrets: Sendable {
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

    /// Returns the response of an error without the secrets, in each form in which JSON or a URL contains them.
    func removed(from response: HTTPResponse) -> HTTPResponse {
        var text = String(decoding: response.body, as: UTF8.self)
        var isChanged = false
        for plain in secrets where plain.utf8.count >= Self.shortest {
            for form in Set([plain, plain.replacing("/", with: "\\/"), PercentEncoding.encode(plain)])
            where text.contains(form) {
                text = text.replacing(form, with: Self.replacement)
                isChanged = true
            }
        }
        guard isChanged else { return response }
        var response = response
        response.body = Array(text.utf8)
        return response
    }
}
