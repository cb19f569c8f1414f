#if Server
import ArgumentParser
import KeyfobCore

/// The authority that `--authority` or `--issuer` names.
enum AuthorityChoice {
    /// Rejects both options together.
    static func check(authority: String?, issuer: String?) throws {
        guard authority == nil || issuer == nil else {
            throw ValidationError("--authority and --issuer name two providers; pass one of them.")
        }
    }

    /// Returns the authority; nil if neither option is given.
    ///
    /// - Throws: `AuthError` with code `configuration` if the value is malformed.
    static func authority(_ authority: String?, issuer: String?) throws(AuthError) -> Authority? {
        if let issuer { return try .openID(issuer: issuer) }
        guard let authority else { return nil }
        return try Authority(authority)
    }
}
#endif
