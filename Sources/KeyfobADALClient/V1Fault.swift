/// The errors of the version 1 client beyond the codes of `AuthError`, as the cause of such an error.
package enum V1Fault: Error, Sendable, Hashable {
    /// The identity platform does not confirm the authority.
    case authorityValidation
    /// No user was named, and several are signed in.
    case severalUsers
    /// There is no refresh token that could be tried.
    case noRefreshToken
    /// The account, or the authority, is of a kind that the version 1 endpoints do not serve.
    case unsupportedAccount
    /// The redirect led to a page without TLS.
    case insecureRedirect
}
