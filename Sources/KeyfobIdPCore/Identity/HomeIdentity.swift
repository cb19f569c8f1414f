import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The identity of a user across tenants, for `client_info`.
enum HomeIdentity {
    /// The object and tenant at home, regardless of the object in the issuing tenant; at B2C the object with the
    /// policy. nil at AD FS and OpenID providers, which have none.
    ///
    /// - Parameters:
    ///   - user: the user in the issuing tenant.
    ///   - segment: that tenant, at B2C with the policy: ``TenantSegment/key``.
    static func clientInfo(of user: User, at segment: String, in directory: Directory) -> ClientInfo? {
        let home = user.homeUserID ?? user.objectID
        let homeTenant = user.homeTenantID ?? user.tenantID
        switch directory.kind(ofTenant: user.tenantID) ?? .organization {
        case .adfs, .openID: return nil
        case .b2c:
            let policy = segment.split(separator: "/").dropFirst().first.map { "-\($0)" } ?? ""
            return ClientInfo(uid: home + policy, utid: homeTenant)
        case .organization, .personal, .external: return ClientInfo(uid: home, utid: homeTenant)
        }
    }
}

extension User {
    /// The object id with which the user signs in: for a guest the one in the home tenant.
    var signInID: String { homeUserID ?? objectID }
}

/// The cloud in which a user is at home, for a client that admits users of other clouds.
struct CloudNames {
    let name: String
    let host: String
    let graph: String

    init(of user: User, _ context: RequestContext) {
        let home = context.directory.tenant(user.tenantID)?.cloud
        let port = context.request.url.port.map { ":\($0)" } ?? ""
        let own = HTTPURL(context.origin)?.hostAndPort ?? ""
        host =
            home == context.host.cloudName
            ? own : context.configuration.clouds.first { $0.name == home }.map { $0.preferredNetwork + port } ?? own
        name = home ?? (context.isStandIn ? context.cloudInstanceName : own)
        graph = context.isStandIn ? HTTPURL(context.graphOrigin)?.hostAndPort ?? host : host
    }
}
