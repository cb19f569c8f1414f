/// The endpoints, by the names that forced errors use.
package enum Endpoint: String, Sendable, Hashable, CaseIterable {
    /// `/healthz`
    case health
    /// `/readyz`
    case ready
    /// `/common/discovery/instance`
    case instance
    /// `/T/v2.0/.well-known/openid-configuration`
    case discovery
    /// `/T/discovery/v2.0/keys`
    case keys
    /// `/T/oauth2/v2.0/authorize`
    case authorize
    /// `/T/v2.0/adminconsent`
    case adminconsent
    /// The pages' forms.
    case pages
    /// `/T/certauth`, only at the address that requests certificates
    case certificate
    /// `/T/oauth2/v2.0/token`
    case token
    /// `/T/oauth2/v2.0/devicecode`
    case devicecode
    /// `/common/oauth2/deviceauth`
    case deviceauth
    /// `/oidc/userinfo`
    case userinfo
    /// `/T/oauth2/v2.0/logout`
    case logout
    /// `/T/saml2`
    case saml
    /// `/T/federationmetadata/2007-06/federationmetadata.xml`
    case metadata
    /// `/common/userrealm/{user}`
    case userrealm
    /// `/EnrollmentServer/device` and `/T/Discover`
    case registration
    /// `/mam/enrollments`
    case enrollments
    /// `/tenants`, `/subscriptions` and `/metadata/endpoints`, the stand-in for Azure Resource Manager
    case management
    /// `/v1.0` and `/beta`, Microsoft Graph
    case graph
    /// `/api/files`
    case files
    /// `/_admin`
    case admin
    /// `/portal`
    case portal

    /// Whether the response is shown to a user, so that errors are pages.
    var isForPeople: Bool {
        switch self {
        case .authorize, .adminconsent, .pages, .certificate, .deviceauth, .logout, .saml, .portal: true
        default: false
        }
    }
}
