import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The tenant segment of an address.
enum TenantSegment: Sendable {
    /// `common` or `organizations`: the account determines the tenant.
    case any(String)
    /// One tenant, by its id or a verified domain.
    indirect case one(Tenant)
    /// A policy of a B2C tenant.
    indirect case policy(Tenant, UserFlow)

    /// Finds the tenant.
    ///
    /// - Parameter segment: in lower case; at B2C `TENANT/POLICY`.
    /// - Throws: ``OAuthError`` 90002 for a tenant or policy that does not exist, 900023 for a malformed name, and
    ///   9002332 for `consumers` where there are no personal accounts.
    init(_ segment: String, in directory: Directory, app: String? = nil) throws(OAuthError) {
        let name = segment.part(before: "/")
        switch segment {
        case "common", "organizations": self = .any(segment)
        case "consumers":
            guard let tenant = directory.personalTenant else {
                throw OAuthError(9002332, ["app": app ?? "consumers"], detail: "there are no personal accounts here")
            }
            self = .one(tenant)
        default:
            guard name.utf8.allSatisfy(Self.isNameCharacter), (1...253).contains(name.utf8.count) else {
                throw OAuthError(900023, ["tenant": String(segment.prefix(64))])
            }
            guard let tenant = directory.tenant(name) else { throw OAuthError(90002, ["tenant": name]) }
            let rest = Substring(segment.utf8.dropFirst(name.utf8.count))
            guard tenant.kind == .b2c || !rest.isEmpty else {
                self = .one(tenant)
                return
            }
            let policy = String(rest.dropFirst())
            guard let flow = tenant.policies?.first(where: { $0.id.lowercased() == policy }) else {
                throw OAuthError(
                    90002, ["tenant": String(segment.prefix(128))], detail: "there is no such policy")
            }
            self = .policy(tenant, flow)
        }
    }

    /// The tenant, if the segment names one.
    var tenant: Tenant? {
        switch self {
        case .any: nil
        case .one(let tenant), .policy(let tenant, _): tenant
        }
    }

    /// The policy, if the segment names one.
    var policy: UserFlow? {
        if case .policy(_, let policy) = self { policy } else { nil }
    }

    /// The key by which segments are compared: two names of one tenant have the same.
    var key: String {
        switch self {
        case .any(let name): name
        case .one(let tenant): tenant.id
        case .policy(let tenant, let policy): "\(tenant.id)/\(policy.id.lowercased())"
        }
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
}
