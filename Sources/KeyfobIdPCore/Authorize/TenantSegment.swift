import KeyfobOAuth

/// The tenant segment of an address.
enum TenantSegment: Sendable {
    /// `common` or `organizations`: the account decides.
    case any(String)
    /// One tenant, by its id or a verified domain.
    case one(Tenant)

    /// Finds the tenant.
    ///
    /// - Throws: ``OAuthError`` 90002 for a tenant that does not exist, 900023 for what cannot be one, and 9002332 for
    ///   `consumers`, since no personal accounts live here.
    init(_ segment: String, in directory: Directory, app: String? = nil) throws(OAuthError) {
        switch segment {
        case "common", "organizations": self = .any(segment)
        case "consumers":
            throw OAuthError(9002332, ["app": app ?? "consumers"], detail: "no personal accounts live here")
        default:
            guard segment.utf8.allSatisfy(Self.isNameCharacter), (1...253).contains(segment.utf8.count) else {
                throw OAuthError(900023, ["tenant": String(segment.prefix(64))])
            }
            guard let tenant = directory.tenant(segment) else { throw OAuthError(90002, ["tenant": segment]) }
            self = .one(tenant)
        }
    }

    /// The tenant, if the segment names one.
    var tenant: Tenant? {
        if case .one(let tenant) = self { tenant } else { nil }
    }

    /// How the segment is compared with another: two names of one tenant are the same.
    var key: String {
        switch self {
        case .any(let name): name
        case .one(let tenant): tenant.id
        }
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x2E
    }
}
