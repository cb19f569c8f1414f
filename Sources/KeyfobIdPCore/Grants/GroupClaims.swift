import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The claims of a user's groups and directory roles (`groups`, `wids`), where the registration turns them on.
enum GroupClaims {
    /// The number of groups in a token. A user with more gets the address that lists them (`_claim_sources`).
    static let limit = 200
    /// The number of groups in a token that the authorization endpoint issues: it may be sent in an address.
    static let limitInAddress = 5

    /// Adds the claims to a token.
    ///
    /// - Parameters:
    ///   - application: the client for an id token, the API for an access token.
    ///   - isInAddress: whether the authorization endpoint issues the token.
    static func add(
        to claims: inout TokenClaims, of user: User, for application: Application, isInAddress: Bool = false,
        in context: RequestContext
    ) {
        let (groups, directoryRoles) = memberships(of: user, for: application, in: context)
        if !directoryRoles.isEmpty { claims["wids"] = .strings(directoryRoles) }
        if groups.isEmpty { return }
        if isInAddress, groups.count > limitInAddress {
            claims["hasgroups"] = true
        } else if groups.count > limit {
            claims["_claim_names"] = ["groups": "src1"]
            claims["_claim_sources"] = ["src1": ["endpoint": .string(address(of: user, in: context))]]
        } else {
            claims["groups"] = .strings(groups)
        }
    }

    /// The memberships that the registration turns on: the ids of groups, and of directory roles.
    static func memberships(
        of user: User, for application: Application, in context: RequestContext
    ) -> (groups: [String], directoryRoles: [String]) {
        guard let kinds = application.groupMembershipClaims, let tenant = context.directory.tenant(user.tenantID),
            tenant.kind == .organization
        else { return ([], []) }
        let isAdministrator = tenant.administrators?.contains(user.objectID) == true
        let hasRole = isAdministrator && !kinds.isDisjoint(with: [.directoryRole, .all])
        return (
            kinds.isDisjoint(with: [.securityGroup, .all]) ? [] : ids(of: user, in: context),
            hasRole ? [UserCondition.globalAdministrator] : []
        )
    }

    /// The address that lists a user's groups.
    static func address(of user: User, in context: RequestContext) -> String {
        "\(context.graphOrigin)/v1.0/users/\(user.objectID)/getMemberObjects"
    }

    /// The ids of the user's groups.
    static func ids(of user: User, in context: RequestContext) -> [String] {
        context.directory.policies(of: user.tenantID).groups(of: user.objectID).sorted()
    }
}
