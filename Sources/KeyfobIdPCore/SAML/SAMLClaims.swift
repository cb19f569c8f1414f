import KeyfobIdPModel
import KeyfobSAML

/// The claims of an assertion: those that Entra ID always writes, and those of the registration.
enum SAMLClaims {
    private static let microsoft = "http://schemas.microsoft.com/identity/claims/"
    private static let standard = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/"
    private static let methods = "http://schemas.microsoft.com/ws/2008/06/identity/authenticationmethod/"
    private static let multipleMethods = "http://schemas.microsoft.com/claims/multipleauthn"

    /// The memberships of a user that the service's registration turns on, and the roles that the user has there.
    struct Memberships {
        private static let schema = "http://schemas.microsoft.com/ws/2008/06/identity/claims/"
        /// The number of groups in an assertion. A user with more gets the address that lists them.
        private static let limit = 150

        var roles: [String]
        var groups: [String]
        var directoryRoles: [String]
        /// The address that lists the groups.
        var address: String

        fileprivate var claims: [(String, [String])] {
            let all = [
                (Self.schema + "role", roles), (Self.schema + "wids", directoryRoles),
                groups.count > Self.limit
                    ? ("http://schemas.microsoft.com/claims/groups.link", [address]) : (Self.schema + "groups", groups),
            ]
            return all.filter { !$0.1.isEmpty }
        }
    }

    /// The attributes.
    ///
    /// - Parameters:
    ///   - user: the user in the issuing tenant.
    ///   - evidence: the methods of the sign-in.
    ///   - client: the service's registration.
    ///   - memberships: the user's memberships and roles.
    static func attributes(
        of user: User, _ evidence: SignInEvidence, for client: Application, _ memberships: Memberships,
        in directory: Directory
    ) -> [SAMLUser.Attribute] {
        var claims: [(String, [String])] = [
            (microsoft + "tenantid", [user.tenantID]), (microsoft + "objectidentifier", [user.objectID]),
            (microsoft + "displayname", [user.displayName]),
            (microsoft + "identityprovider", [identityProvider(of: user, in: directory)]),
            ("http://schemas.microsoft.com/claims/authnmethodsreferences", references(evidence)),
        ]
        if let name = user.givenName { claims.append((standard + "givenname", [name])) }
        if let name = user.familyName { claims.append((standard + "surname", [name])) }
        if let mail = user.mail { claims.append((standard + "emailaddress", [mail])) }
        claims.append((standard + "name", [signInName(of: user)]))
        claims += memberships.claims
        for claim in client.saml?.claims ?? [] {
            guard let value = claim.source.map({ Self.value($0, of: user) }) ?? claim.value else { continue }
            claims.removeAll { $0.0 == claim.type }
            claims.append((claim.type, [value]))
        }
        return claims.map { SAMLUser.Attribute($0.0, $0.1) }
    }

    /// A property of a user; nil if the user has none.
    static func value(_ source: SAMLSettings.Claim.Source, of user: User) -> String? {
        switch source {
        case .userPrincipalName: signInName(of: user)
        case .mail: user.mail
        case .displayName: user.displayName
        case .givenName: user.givenName
        case .familyName: user.familyName
        case .objectID: user.objectID
        }
    }

    /// The name with which the user signs in: a guest's object has another one.
    static func signInName(of user: User) -> String {
        user.homeUserID == nil ? user.userPrincipalName : user.mail ?? user.userPrincipalName
    }

    private static func identityProvider(of user: User, in directory: Directory) -> String {
        let home = user.homeTenantID ?? user.tenantID
        return directory.tenant(home)?.kind == .personal ? "live.com" : SAMLIdentity.issuer(of: home)
    }

    private static func references(_ evidence: SignInEvidence) -> [String] {
        let names = ["pwd": methods + "password", "rsa": methods + "x509", "mfa": multipleMethods]
        let known = evidence.authenticationMethods.compactMap { names[$0] }
        return known.isEmpty ? [methods + "unspecified"] : known
    }
}
