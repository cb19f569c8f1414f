import KeyfobCore
import KeyfobOAuth

/// An error of Azure AD B2C, whose numbers differ from the platform's and are only in the description.
struct B2CError: Error, Sendable {
    let number: Int
    let error: String
    let text: String
    /// Where the error is sent; nil for the response to the request itself.
    var reply: AuthorizationResponseAddress?

    /// A refresh token, or code, of another policy.
    static let otherPolicy = B2CError(
        number: 90088, error: "invalid_grant",
        text: "The provided grant has not been issued for this endpoint. Redeem it at the policy that issued it.")

    /// The user has forgotten the password.
    static func forgotten(_ reply: AuthorizationResponseAddress?) -> B2CError {
        B2CError(
            number: 90118, error: "access_denied", text: "The user has forgotten their password.", reply: reply)
    }

    /// The user cancelled on a page of the policy.
    static func cancelled(_ reply: AuthorizationResponseAddress?) -> B2CError {
        B2CError(
            number: 90091, error: "access_denied", text: "The user has cancelled entering self-asserted information.",
            reply: reply)
    }

    /// `prompt=none` without a session.
    static func noSession(_ reply: AuthorizationResponseAddress?) -> B2CError {
        B2CError(
            number: 90077, error: "interaction_required",
            text: "User does not have an existing session and request prompt parameter has a value of 'None'.",
            reply: reply)
    }

    func response(_ context: RequestContext) -> HTTPResponse {
        // The platform's errors have their time in the same format.
        let time = ErrorResponse.body(OAuthError(50089), context).timestamp ?? ""
        let body = OAuthErrorResponse(
            error: error,
            description: "AADB2C\(number): \(text) Correlation ID: \(context.correlationID) Timestamp: \(time)")
        return reply?.response(body.redirectParameters(), context) ?? .json(body.json, status: 400)
    }
}
