/// Why the admin API refuses a request.
struct AdminError: Error {
    let status: Int
    let code: String
    let message: String

    static func invalid(_ message: String) -> AdminError {
        AdminError(status: 400, code: "invalid_request", message: message)
    }
    static func notFound(_ message: String) -> AdminError {
        AdminError(status: 404, code: "not_found", message: message)
    }
    static func conflict(_ message: String) -> AdminError {
        AdminError(status: 409, code: "conflict", message: message)
    }
}
