import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/policies`, `/_admin/named-locations` and `/_admin/groups`: the rules of a tenant's administrators, in
/// Microsoft Graph's format. The tenant is the query's `tenant`, by id or domain; without it the first one.
enum AdminPolicies {
    static func listPolicies(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        return .json(["value": .array(context.directory.policies(of: tenant.id).policies.map { .object($0.document) })])
    }

    static func putPolicy(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        let policy = try taken { json, id in try ConditionalAccessPolicy(json, id: id) }(context)
        try PolicyRules.check(policy, in: context.directory.policies(of: tenant.id))
        return try await put(.object(policy.document), .policy, id: policy.id, tenant, context)
    }

    static func removePolicy(_ context: RequestContext) async throws -> HTTPResponse {
        try await remove(.policy, context)
    }

    static func listLocations(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        return .json(["value": .array(context.directory.policies(of: tenant.id).locations.map { .object($0.document) })]
        )
    }

    static func putLocation(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        let location = try taken { json, id in try NamedLocation(json, id: id) }(context)
        return try await put(.object(location.document), .namedLocation, id: location.id, tenant, context)
    }

    static func removeLocation(_ context: RequestContext) async throws -> HTTPResponse {
        let id = context.pathValues["id"]?.lowercased() ?? ""
        try PolicyRules.checkRemoval(ofLocation: id, from: context.directory.policies(of: try tenant(context).id))
        return try await remove(.namedLocation, context)
    }

    static func listGroups(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["value": .array(context.directory.policies(of: try tenant(context).id).groups.map(\.json))])
    }

    static func putGroup(_ context: RequestContext) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        let group = try taken { json, id in try UserGroup(json, id: id) }(context)
        let unknown = try await context.transaction { transaction in
            try group.members.first { try transaction.user(objectID: $0)?.tenantID != tenant.id }
        }
        if let unknown { throw DirectoryError.notFound("The tenant has no user '\(unknown.prefix(64))'.") }
        return try await put(group.json, .group, id: group.id, tenant, context)
    }

    static func removeGroup(_ context: RequestContext) async throws -> HTTPResponse {
        let id = context.pathValues["id"]?.lowercased() ?? ""
        let users = context.directory.policies(of: try tenant(context).id).policies
            .filter { PolicyRules.groups(of: $0).contains(id) }
        if let user = users.first { throw DirectoryError.conflict("The policy '\(user.displayName)' names the group.") }
        return try await remove(.group, context)
    }

    static func tenant(_ context: RequestContext) throws -> Tenant {
        try context.tenant(named: try context.query().nonEmpty("tenant"))
    }

    /// Reads the body as an object of a kind, with a new id if it has none.
    private static func taken<Object>(
        _ read: @escaping (JSONValue, String) throws -> Object
    ) -> (RequestContext) throws -> Object {
        { context in
            let json: JSONValue
            do { json = try JSONValue(parsing: context.request.body) } catch {
                throw DirectoryError.invalid("The body is not JSON: \(error).")
            }
            do { return try read(json, context.random.uuid()) } catch let fault as PolicyFormatError {
                throw DirectoryError.invalid(fault.description)
            }
        }
    }

    private static func put(
        _ document: JSONValue, _ kind: DirectoryObject.Kind, id: String, _ tenant: Tenant, _ context: RequestContext
    ) async throws -> HTTPResponse {
        guard ApplicationJSON.isGUID(id) else { throw DirectoryError.invalid("'id' is not a GUID.") }
        let object = DirectoryObject(kind: kind, id: id, tenantID: tenant.id, document: document.text())
        let isNew = try await context.transaction { transaction in
            let isNew = try !transaction.directoryObjects().contains {
                $0.kind == kind && $0.id == id && $0.tenantID == tenant.id
            }
            try transaction.put(object)
            return isNew
        }
        return .json(document, status: isNew ? 201 : 200)
    }

    private static func remove(
        _ kind: DirectoryObject.Kind, _ context: RequestContext
    ) async throws -> HTTPResponse {
        let tenant = try tenant(context)
        let id = context.pathValues["id"]?.lowercased() ?? ""
        try await context.transaction { transaction in
            guard
                try transaction.directoryObjects().contains(where: {
                    $0.kind == kind && $0.id == id && $0.tenantID == tenant.id
                })
            else {
                throw DirectoryError.notFound("There is no such object.")
            }
            try transaction.removeDirectoryObject(kind, id: id, tenantID: tenant.id)
            guard kind == .group else { return }
            // A later group of the same id has no roles.
            for var roles in try transaction.consents(
                tenantID: tenant.id, userID: Consent.assignment, clientID: id)
            {
                roles.scopes = []
                try transaction.put(roles)
            }
        }
        return .json(["removed": .string(id)])
    }
}
