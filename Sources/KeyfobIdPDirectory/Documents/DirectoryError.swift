/// Why a change to the directory is refused.
package struct DirectoryError: Error, Equatable {
    /// The status of the response.
    package let status: Int
    /// A word for the kind of error.
    package let code: String
    /// What is wrong, and with which member.
    package let message: String
    /// The member at fault with its path, if there is one.
    package let member: String?

    /// Makes an error.
    package init(status: Int, code: String, message: String, member: String? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.member = member
    }

    /// The input is malformed or breaks a rule.
    package static func invalid(_ message: String) -> DirectoryError {
        DirectoryError(status: 400, code: "invalid_request", message: message)
    }

    /// A member is malformed or breaks a rule.
    ///
    /// - Parameter problem: the rest of the sentence that begins with the member.
    package static func invalid(member: String, _ problem: String) -> DirectoryError {
        DirectoryError(
            status: 400, code: "invalid_request", message: "The member '\(member)' \(problem)", member: member)
    }

    /// The object does not exist.
    package static func notFound(_ message: String) -> DirectoryError {
        DirectoryError(status: 404, code: "not_found", message: message)
    }

    /// Another object has the name or id.
    package static func conflict(_ message: String) -> DirectoryError {
        DirectoryError(status: 409, code: "conflict", message: message)
    }
}
