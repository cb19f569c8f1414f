import KeyfobCore
import KeyfobOAuth

/// Checks, before the browser opens, whether a provider accepts an app's registration.
///
/// A page that refuses a client or its redirect URI does not redirect (RFC 6749 section 4.1.2.1), and the system's
/// browser does not report what it shows: the app would wait forever. The response to the same request without cookies
/// and with `prompt=none` is a redirect, unless the provider refuses the registration.
struct RegistrationCheck: Sendable {
    /// The numbers for an unknown client, a disabled one, an unregistered redirect URI and an unknown tenant.
    private static let numbers: Set<Int> = [700016, 7_000_112, 50011, 90002]
    /// The searched part of a page. The number is in its head or in its first paragraphs.
    private static let searchedBytes = 256 * 1024

    let transport: any HTTPTransport

    /// - Parameter request: the authorization request for the browser.
    /// - Returns: the provider's error; nil if it redirects, cannot be reached or returns anything else.
    func refusal(of request: HTTPURL) async -> AuthError? {
        guard let query = try? FormParameters(parsing: request.query ?? "") else { return nil }
        var parameters = query
        parameters.set("prompt", Prompt.none.rawValue)
        let url = request.with(path: request.path, query: parameters.encoded)
        guard let response = try? await transport.send(.get(url)), !(300..<400).contains(response.status) else {
            return nil
        }
        let page = String(decoding: response.body.prefix(Self.searchedBytes), as: UTF8.self)
        let found = page.matches(of: /AADSTS([0-9]{5,7})\b/).lazy.compactMap { Int($0.output.1) }
        guard let number = found.first(where: Self.numbers.contains) else { return nil }
        let entry = ErrorCatalogue.entry(number)
        var error = AuthError(
            OAuthErrorResponse(error: entry?.error ?? "unauthorized_client", codes: [number]), status: response.status,
            retryAfter: nil, during: .interactive)
        error.message = "The identity provider refuses the app's registration: AADSTS\(number)."
        error.correlationID = parameters["client-request-id"]
        return error
    }
}
