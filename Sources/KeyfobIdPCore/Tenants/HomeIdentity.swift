import KeyfobCore

/// Who somebody is across tenants: what `client_info` says.
enum HomeIdentity {
    /// The object and tenant at home, however the user is known in the tenant that issues; at B2C the object with the
    /// policy. nil at AD FS and OpenID providers, which have no such thing.
    ///
    /// - Parameters:
    ///   - user: the user in the tenant that issues.
    ///   - segment: that tenant, at B2C with the policy: ``TenantSegment/key``.
    static func clientInfo(of user: User, at segment: String, in directory: Directory) -> ClientInfo? {
        let home = user.homeUserID ?? user.objectID
        let homeTenant = user.homeTenantID ?? user.tenantID
        switch directory.tenant(user.tenantID)?.kind ?? .organization {
        case .adfs, .openID: return nil
        case .b2c:
            let policy = segment.split(separator: "/").dropFirst().first.map { "-\($0)" } ?? ""
            return ClientInfo(uid: home + policy, utid: homeTenant)
        case .organization, .personal, .external: return ClientInfo(uid: home, utid: homeTenant)
        }
    }
}

extension User {
    /// The object id under which the user signs in: a guest's is the one at home.
    var signInID: String { homeUserID ?? objectID }
}
