import KeyfobCore
import KeyfobOAuth

/// The errors of the registration service, in its own format.
struct RegistrationRefusal: Error {
    let status: Int
    /// `code`
    let code: String
    /// `subcode`
    let subcode: String
    /// `message`: the problem and its remedy.
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
