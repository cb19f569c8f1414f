import KeyfobCore
package import KeyfobJOSE

/// A device's response to a ``PKeyAuthChallenge``, as the provider parses it from `Authorization`.
package struct PKeyAuthResponse: Sendable {
    /// `Context`, as in the challenge.
    package let context: String
    /// `AuthToken`: the signed message; nil if the sender has no key that the challenge accepts.
    package let message: DeviceSignedMessage?

    /// Parses the field's value.
    ///
    /// - Returns: nil if it is of another scheme.
    /// - Throws: `JOSEError` if there is no context, or the signed message cannot be parsed.
    package static func parse(_ fieldValue: String) throws(JOSEError) -> PKeyAuthResponse? {
        guard let parsed = AuthenticationChallenge.parse(fieldValue).first, parsed.isOf(PKeyAuthChallenge.scheme)
        else { return nil }
        guard let context = parsed.parameters["context"] else {
            throw JOSEError("The answer to the device challenge has no context.")
        }
        guard let token = parsed.parameters["authtoken"], !token.isEmpty else {
            return PKeyAuthResponse(context: context, message: nil)
        }
        return PKeyAuthResponse(context: context, message: try DeviceSignedMessage(compact: token))
    }

    /// `nonce`, which must be the challenge's.
    package var nonce: String? { message?.claims["nonce"]?.stringValue }

    /// `aud`: the URL that the response is for, without its query.
    package var audience: String? { message?.claims["aud"]?.stringValue }

    /// `iat`, a number or, as in the specification, digits in a string.
    package var issuedAt: Int64? {
        message?.claims["iat"].flatMap { $0.integerValue ?? $0.stringValue.flatMap { Int64($0) } }
    }
}
