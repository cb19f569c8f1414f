import KeyfobCore
import KeyfobOAuth

/// Why the registration service refuses, in its own form of error.
struct RegistrationRefusal: Error {
    let status: Int
    /// `code`
    let code: String
    /// `subcode`
    let subcode: String
    /// `message`: what happened and what to do.
    let message: String

    static func malformed(_ message: String) -> RegistrationRefusal {
        RegistrationRefusal(status: 400, code: "invalid_request", subcode: "error_invalid_request", message: message)
    }

    static func forbidden(_ subcode: String, _ message: String) -> RegistrationRefusal {
        RegistrationRefusal(status: 403, code: "authorization_error", subcode: subcode, message: message)
    }

    func response(_ context: RequestContext) -> HTTPResponse {
        .json(
            [
                "code": .string(code), "subcode": .string(subcode), "message": .string(message),
                "operation": .string(context.request.method == .delete ? "DeviceUnenrollment" : "DeviceEnrollment"),
                "requestid": .string(context.traceID),
                "time": .integer(context.now),
            ], status: status)
    }
}
