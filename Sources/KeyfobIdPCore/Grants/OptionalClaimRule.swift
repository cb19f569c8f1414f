import KeyfobCore
import KeyfobIdPModel

/// The claims that a token contains only if the registration or the request asks for them.
enum OptionalClaimRule {
    /// The claim's value; nil if it is unknown here or the user has none.
    static func value(_ name: String, _ subject: TokenSubject) -> JSONValue? {
        let user = subject.user
        switch name {
        case "amr": return .strings(subject.access.evidence.authenticationMethods)
        case "auth_time": return .integer(subject.access.authenticatedAt)
        case "email", "verified_primary_email":
            guard let mail = user.mail else { return nil }
            return name == "email" ? .string(mail) : [.string(mail)]
        case "family_name": return user.familyName.map { .string($0) }
        case "given_name": return user.givenName.map { .string($0) }
        case "idtyp": return "user"
        case "login_hint", "preferred_username", "unique_name", "upn": return .string(user.userPrincipalName)
        case "name": return .string(user.displayName)
        case "sid": return subject.access.sessionID.map { .string($0) }
        default: return nil
        }
    }

    /// The scope that gives a client the claim (OpenID Connect Core section 5.4); nil if the claim does not identify
    /// the user.
    static func scope(of name: String) -> String? {
        switch name {
        case "email", "verified_primary_email": "email"
        case "family_name", "given_name", "login_hint", "name", "preferred_username", "unique_name", "upn": "profile"
        default: nil
        }
    }

    /// Adds the requested claims, and replaces none.
    static func add(_ names: [String], to claims: inout TokenClaims, _ subject: TokenSubject) {
        for name in names where claims[name] == nil { claims[name] = value(name, subject) }
    }
}
