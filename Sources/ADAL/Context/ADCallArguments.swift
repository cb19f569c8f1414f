import Foundation
import KeyfobCore
import KeyfobOAuth

/// A call's arguments, checked in ADAL's order.
struct ADCallArguments: Sendable {
    let resource: String
    let clientID: String
    /// The registered redirect URI; nil for a call that shows no page and names none.
    let redirectURI: RedirectURI?
    let extraParameters: FormParameters
    let claims: ClaimsRequest?

    /// Checks the arguments of a call.
    ///
    /// - Throws: 100 for an argument that is missing or malformed; 404 off the main thread.
    init(_ call: ADCall, host: ADHost) throws(ADAuthenticationError) {
        resource = try Self.present(call.resource, "resource", "the application id URI of the API")
        clientID = try Self.present(call.clientID, "clientId", "the application id of the app's registration")
        switch call.kind {
        case .refreshToken(let token): _ = try Self.present(token.reveal(), "refreshToken", "the refresh token")
        case .assertion(let assertion, _): _ = try Self.present(assertion.reveal(), "assertion", "the assertion's XML")
        case .automatic, .silent, .interactive: break
        }
        if call.mayAsk {
            guard !host.requiresMainThread || call.isOnMainThread != false else {
                throw ADAuthenticationError(
                    code: .ERROR_UI_NOT_ON_MAIN_THREAD,
                    errorDetails: "A sign-in must be started on the main thread.")
            }
            _ = try Self.present(call.redirectURI?.absoluteString, "redirectUri", "the registered redirect URI")
        }
        redirectURI = try Self.redirect(call.redirectURI)
        extraParameters = try Self.query(call.extraQueryParameters)
        claims = try Self.claims(call.claims)
        guard claims == nil || extraParameters["claims"] == nil else {
            throw .invalidArgument("The claims are in extraQueryParameters too. Pass them once, as claims.")
        }
    }

    private static func present(
        _ text: String?, _ name: String, _ what: String
    ) throws(ADAuthenticationError) -> String {
        guard let text, !text.allSatisfy(\.isWhitespace) else {
            throw .invalidArgument("The argument \(name) is missing or blank. Pass \(what).")
        }
        return text
    }

    private static func redirect(_ url: URL?) throws(ADAuthenticationError) -> RedirectURI? {
        guard let url else { return nil }
        do throws(AuthError) {
            return try RedirectURI(url.absoluteString)
        } catch {
            throw .invalidArgument([error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
        }
    }

    private static func query(_ text: String?) throws(ADAuthenticationError) -> FormParameters {
        let text = (text ?? "").drop { $0 == "&" || $0 == "?" || $0.isWhitespace }
        guard !text.isEmpty else { return FormParameters() }
        guard !text.contains(where: \.isWhitespace), let parameters = try? FormParameters(parsing: String(text)) else {
            throw .invalidArgument("The extraQueryParameters are not URL-encoded. Pass them as NAME=VALUE&NAME=VALUE.")
        }
        return parameters
    }

    /// Reads claims, which ADAL requires URL-encoded; plain JSON is accepted too.
    private static func claims(_ text: String?) throws(ADAuthenticationError) -> ClaimsRequest? {
        guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
        if let plain = try? ClaimsRequest(text) { return plain }
        guard let decoded = text.removingPercentEncoding, let claims = try? ClaimsRequest(decoded) else {
            throw .invalidArgument(
                "The claims are not a URL-encoded JSON object. Pass the value that the resource returned.")
        }
        return claims
    }
}
