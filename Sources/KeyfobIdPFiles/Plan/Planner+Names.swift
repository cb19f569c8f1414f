import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    /// A user, a group, an application's service principal or a device, by its object id.
    struct Principal {
        enum Kind { case user, group, application, device }
        let kind: Kind
        let id: String
        /// The application's id.
        let appID: String?
    }

    /// The application that a file names.
    ///
    /// - Parameter isOptional: whether a name that no application has is no error.
    func oneApplication(
        _ name: String, in tenant: Tenant, at place: SourcePlace, isOptional: Bool = false
    ) throws(FileError) -> Application? {
        let found = references.applications(name, in: tenant.id)
        guard found.count <= 1 else {
            // The tenant's own application is meant, if only one of them is.
            let own = found.filter { $0.tenantID == tenant.id }
            if own.count == 1 { return own[0] }
            throw FileError("Several applications are called '\(name.prefix(120))'; write the 'appId'.", at: place)
        }
        guard let first = found.first else {
            if isOptional { return nil }
            throw FileError("There is no application '\(name.prefix(120))'.", at: place)
        }
        return first
    }

    /// The group that a file names; nil if there is none.
    func oneGroup(_ name: String, in tenant: Tenant, at place: SourcePlace) throws(FileError) -> String? {
        let found = references.groups(name, in: tenant.id)
        guard found.count <= 1 else {
            throw FileError("Several groups are called '\(name.prefix(120))'; write the 'id'.", at: place)
        }
        return found.first
    }

    /// The object that a file names: a user by principal name, a group or an application by its name, any by its id. An
    /// element may be an object of an export, with `userPrincipalName` or `id`.
    func principal(_ node: SourceNode, in tenant: Tenant, _ member: String) throws -> Principal {
        let name = node.string ?? node["userPrincipalName"]?.string ?? node["id"]?.string ?? ""
        if let user = references.user(name), user.tenantID == tenant.id {
            return Principal(kind: .user, id: user.objectID, appID: nil)
        }
        if let group = try oneGroup(name, in: tenant, at: node.place) {
            return Principal(kind: .group, id: group, appID: nil)
        }
        if let found = try oneApplication(name, in: tenant, at: node.place, isOptional: true) {
            return Principal(
                kind: .application, id: ServicePrincipal.objectID(of: found, in: tenant.id), appID: found.appID)
        }
        if let device = try transaction.device(id: name.lowercased()), device.tenantID == tenant.id {
            return Principal(kind: .device, id: device.id, appID: nil)
        }
        throw FileError(
            "The tenant has no user, group, application or device '\(name.prefix(120))'.", at: node.place,
            member: member)
    }

    /// The ids of owners: users and applications.
    func ownerIDs(_ nodes: [SourceNode], in tenant: Tenant) throws -> [String]? {
        let ids = try nodes.map { try principal($0, in: tenant, "owners").id }
        return ids.isEmpty ? nil : Array(Set(ids)).sorted()
    }
}
