#if Server
package import Foundation
package import KeyfobClient
package import KeyfobCore

/// A token that was wanted, from the store or from the server.
package struct AcquiredToken: Sendable {
    /// The seconds before its expiry at which an id token is refreshed: as for access tokens.
    private static let margin = 300.0

    /// The result that contains it.
    package let result: TokenResult
    /// The kind of the token.
    package let kind: TokenRequest.Kind
    /// The token.
    package let secret: Secret<String>
    /// When it expires; nil for an id token that does not state it.
    package let expiresOn: Date?

    /// Takes the token of a kind out of a result.
    ///
    /// - Throws: `AuthError` with code `interactionRequired` if the result has no such token.
    package init(_ kind: TokenRequest.Kind, of result: TokenResult) throws(AuthError) {
        self.kind = kind
        self.result = result
        switch kind {
        case .accessToken:
            secret = result.accessToken
            expiresOn = result.expiresOn
        case .idToken:
            guard let token = result.idToken else {
                throw AuthError(
                    .interactionRequired, origin: .server,
                    message: "The provider has issued no id token with this access token.")
            }
            secret = token
            expiresOn = Self.expiry(of: token)
        }
    }

    /// Whether an id token expires within five minutes, or has expired.
    package func isDue(at now: Date) -> Bool {
        guard kind == .idToken, let expiresOn else { return false }
        return expiresOn.timeIntervalSince(now) <= Self.margin
    }

    /// The `exp` of an id token (RFC 7519 section 4.1.4), which was validated when it was issued.
    private static func expiry(of token: Secret<String>) -> Date? {
        let parts = token.reveal().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
            let seconds = try? JSONValue(parsing: payload)["exp"]?.doubleValue
        else { return nil }
        return Date(unixSeconds: Int64(clamping: seconds))
    }
}
#endif
