import KeyfobConditionalAccess
import KeyfobIdPModel

/// The roles of an application that are assigned to a user, or to a group of the user (`appRoleAssignments` of Microsoft
/// Graph): claim `roles`. Groups within groups do not count, as in Entra ID.
enum AssignedRoles {
    /// The values of the roles, in the order of the registration.
    static func of(
        _ user: User, at application: Application, _ context: RequestContext, in transaction: any IdPTransaction
    ) throws -> [String] {
        let offered = (application.appRoles ?? []).filter { $0.isEnabled && $0.isForUsers }
        if offered.isEmpty { return [] }
        let assigned = try assigned(to: user, at: application, context.directory, in: transaction)
        return offered.map(\.value).filter(assigned.contains)
    }

    /// Whether the user, or a group of the user, has an assignment at an application, with a role or without.
    static func exists(
        of user: User, at application: Application, _ directory: Directory, in transaction: any IdPTransaction
    ) throws -> Bool {
        try !assigned(to: user, at: application, directory, in: transaction).isEmpty
    }

    private static func assigned(
        to user: User, at application: Application, _ directory: Directory, in transaction: any IdPTransaction
    ) throws -> [String] {
        let principals = [user.objectID] + directory.policies(of: user.tenantID).directGroups(of: user.objectID)
        return try principals.flatMap { principal in
            try transaction.consents(tenantID: user.tenantID, userID: Consent.assignment, clientID: principal)
                .filter { $0.resourceID == application.appID }.flatMap(\.scopes)
        }
    }
}
