/// Every collection of Microsoft Graph that this provider has.
enum GraphResources {
    static let all: [any GraphResource] = [
        UsersResource(), GroupsResource(), ApplicationsResource(), ServicePrincipalsResource(), DevicesResource(),
        MeResource(), DirectoryObjectsResource(), DeletedItemsResource(), PermissionGrantsResource(),
        OrganizationResource(), DomainsResource(), DirectoryRolesResource(), DirectoryRoleTemplatesResource(),
        RoleDefinitionsResource(), RoleAssignmentsResource(), PoliciesResource(), NamedLocationsResource(),
        AuthorizationPolicyResource(), SignInsResource(), InvitationsResource(),
    ]

    /// The collection that an address names, and the number of segments that name it.
    ///
    /// - Throws: ``GraphError`` if there is none.
    static func find(_ segments: [GraphPath.Segment]) throws(GraphError) -> (resource: any GraphResource, used: Int) {
        for resource in all {
            let names = resource.name.lowercased().split(separator: "/").map(String.init)
            guard segments.count >= names.count else { continue }
            let matches = zip(segments, names).allSatisfy { $0.name.lowercased() == $1 }
            if matches { return (resource, names.count) }
        }
        throw .noSegment(segments.first?.text ?? "")
    }
}
