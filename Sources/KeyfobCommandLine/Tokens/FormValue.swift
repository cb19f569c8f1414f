#if Server
package import KeyfobCore

/// Values from outside that become part of another program's input. Each function has the rule of one grammar; a value
/// that the grammar cannot contain is refused, since cut or changed it would be another value.
package enum FormValue {
    /// A token as plain text: alone on a line, in an environment variable, or on a descriptor.
    ///
    /// - Throws: `AuthError` with code `configuration` if it has a character that no token has.
    package static func token(_ token: Secret<String>, in form: String) throws(AuthError) -> String {
        let text = token.reveal()
        guard TokenSyntax.isToken(text) else {
            throw refused(
                "token", in: form, "it has characters that no token has (RFC 6749 appendix A.12)", serverFault)
        }
        return text
    }

    /// The field `Authorization` of a request, with its name (RFC 9110 section 11.6.2).
    ///
    /// - Throws: `AuthError` with code `configuration` if the type is no scheme, or the token has a space: the server
    ///   would read its end as something else (RFC 6750 section 2.1).
    package static func authorization(
        _ type: String, _ token: Secret<String>, in form: String
    ) throws(AuthError) -> String {
        let text = try Self.token(token, in: form)
        guard !text.contains(" ") else {
            throw refused("token", in: form, "it contains a space (RFC 6750 section 2.1)", serverFault)
        }
        guard TokenSyntax.isTokenType(type) else {
            throw refused(
                "token's type", in: form, "it has characters that no type has (RFC 6749 appendix A.13)", serverFault)
        }
        return "Authorization: \(type) \(text)"
    }

    /// A text in quotation marks in a configuration file of curl. curl(1): a backslash escapes itself and the mark.
    ///
    /// - Parameter text: without line breaks, which end an option even in quotation marks.
    package static func curl(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// A line of git's protocol for credentials. git-credential(1): a value has no line feed and no NUL; git itself
    /// refuses carriage returns too.
    ///
    /// - Parameter remedy: what to do about a value that is refused.
    /// - Throws: `AuthError` with code `configuration` if the value has such a character.
    package static func git(_ name: String, _ value: String, remedy: String) throws(AuthError) -> String {
        guard !value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else {
            throw refused(
                name, in: "git's protocol", "it has a line break or a NUL, which ends the value there", remedy)
        }
        return "\(name)=\(value)\n"
    }

    /// What to do about a token that cannot be written.
    package static let serverFault =
        "The provider issued it: report it to the provider's operator. With --output json it is written escaped."

    private static func refused(
        _ subject: String, in form: String, _ reason: String, _ remedy: String
    ) -> AuthError {
        .configuration("The \(subject) cannot be written in \(form): \(reason).", remedy: remedy)
    }
}
#endif
