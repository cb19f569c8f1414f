import KeyfobIdPModel

/// The roles of an application that are assigned to a user, or to a group of the user (`appRoleAssignments` of Microsoft
/// Graph): claim `roles`.
enum AssignedRoles {
    /// The values of the roles, in the order of the registration.
    static func of(
        _ user: User, at application: Application, _ context: RequestContext, in transaction: any IdPTransaction
    ) throws -> [String] {
        let offered = (application.appRoles ?? []).filter { $0.isEnabled && $0.isForUsers }
        if offered.isEmpty { return [] }
        let principals = [user.objectID] + GroupClaims.ids(of: user, in: context)
        let assigned = try principals.flatMap { principal in
            try transaction.consents(tenantID: user.tenantID, userID: Consent.assignment, clientID: principal)
                .filter { $0.resourceID == application.appID }.flatMap(\.scopes)
        }
        return offered.map(\.value).filter(assigned.contains)
    }
}
