import Foundation
import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// Writes a registration of the tenant, new or changed.
    ///
    /// - Parameter byAdministrator: whether the caller may change every application of the tenant; others get
    ///   fewer names (``IdentifierURIRule``).
    /// - Throws: ``DirectoryError`` if it may not have an identifier URI, or another one has it.
    package func register(_ application: Application, byAdministrator: Bool) throws {
        try register(
            application, replacing: self.application(appID: application.appID), byAdministrator: byAdministrator)
    }

    private func register(_ application: Application, replacing old: Application?, byAdministrator: Bool) throws {
        let tenants = directory.tenants.filter { $0.id != tenant.id } + [tenant]
        try IdentifierURIRule(reserved, tenants: tenants)
            .check(application, replacing: old, byAdministrator: byAdministrator)
        let names = Directory.names(of: application)
        for other in applications where other.appID != application.appID {
            guard let name = Directory.names(of: other).intersection(names).min() else { continue }
            throw DirectoryError.conflict("Another application has the identifier URI '\(name)'.")
        }
        try put(application)
    }

    /// The registrations that a user without a role may have made, deleted ones included, as in Entra ID: each is in
    /// the memory of every node.
    private static let mostOfUser = 250

    /// Writes a new registration.
    ///
    /// - Parameters:
    ///   - creator: the user who registers it without a role; nil for all others, who are not counted.
    ///   - byAdministrator: as for ``register(_:byAdministrator:)``.
    /// - Throws: ``DirectoryError`` as ``register(_:byAdministrator:)``, and 403 for a user who has made too many.
    package func register(_ application: Application, madeBy creator: User?, byAdministrator: Bool) throws {
        var application = try ProviderMembers.checked(application, replacing: nil)
        if let creator {
            application.creatorID = creator.objectID
            let deleted = try transaction.deletedItems(tenantID: tenant.id).filter { $0.kind == .application }
                .map { try JSONDecoder().decode(Application.self, from: Data($0.document.utf8)) }
            let count = (applications + deleted).count { $0.creatorID == creator.objectID }
            guard count < Self.mostOfUser else {
                throw DirectoryError(
                    status: 403, code: "quota_exceeded",
                    message:
                        "A user without a role registers at most \(Self.mostOfUser) applications, deleted ones included. "
                        + "An administrator can register more.")
            }
        }
        try register(application, byAdministrator: byAdministrator)
    }

    /// Deletes a registration and its object in the tenant. For 30 days both can be restored together.
    package func delete(_ application: Application) throws {
        let document = String(decoding: try JSONEncoder().encode(application), as: UTF8.self)
        let groups = try removeReferences(to: ServicePrincipal.objectID(of: application, in: tenant.id))
        try transaction.removeApplication(appID: application.appID)
        forget(application)
        try transaction.put(
            DeletedItem(
                kind: .application, id: application.objectID, tenantID: tenant.id, deletedAt: now, document: document,
                groups: groups))
    }

    /// Restores a registration that was deleted.
    ///
    /// - Throws: ``DirectoryError`` if another one has an identifier URI of it now, or it may not have one.
    package func restoreApplication(_ item: DeletedItem) throws -> Application {
        let application = try JSONDecoder().decode(Application.self, from: Data(item.document.utf8))
        guard self.application(appID: application.appID) == nil else {
            throw DirectoryError.conflict("There is an application '\(application.appID)' already.")
        }
        // Only administrators restore.
        try register(application, byAdministrator: true)
        try transaction.removeDeletedItem(id: item.id)
        try add(ServicePrincipal.objectID(of: application, in: tenant.id), toGroups: item.groups)
        return application
    }
}
