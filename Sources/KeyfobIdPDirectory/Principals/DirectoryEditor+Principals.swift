import Foundation
import KeyfobIdPCore
package import KeyfobIdPModel

extension DirectoryEditor {
    /// Whether the tenant has an object for an application: where administrators have made one, in the application's own
    /// tenant, for the platform vendor's applications, and where an administrator has consented.
    ///
    /// - Parameter clients: the clients to which an administrator has consented (``clients(of:)``).
    package func hasPrincipal(_ application: Application, clients: Set<String>) -> Bool {
        if let settings = principal(of: application.appID) { return settings.isPresent }
        return application.tenantID == tenant.id || application.isFirstParty == true
            || clients.contains(application.appID)
    }

    /// The application ids of the clients to which an administrator has consented, for all users or for themselves.
    package static func clients(of consents: [Consent]) -> Set<String> {
        Set(consents.filter { $0.userID == Consent.application || $0.userID == Consent.everyone }.map(\.clientID))
    }

    /// What the tenant's administrators have set for an application, or what holds without.
    package func settings(of application: Application) -> ServicePrincipalSettings {
        principal(of: application.appID) ?? ServicePrincipalSettings(appID: application.appID)
    }

    /// Makes the tenant's object for an application.
    package func createPrincipal(_ settings: ServicePrincipalSettings, of application: Application) throws {
        var settings = settings
        settings.isPresent = true
        settings.createdAt = settings.createdAt ?? now
        try transaction.removeDeletedItem(id: ServicePrincipal.objectID(of: application, in: tenant.id))
        try put(settings, of: application)
    }

    /// Removes the tenant's object for an application. For 30 days it can be restored; until then the application gets no
    /// tokens for itself there.
    package func deletePrincipal(of application: Application) throws {
        var settings = settings(of: application)
        let id = ServicePrincipal.objectID(of: application, in: tenant.id)
        let document = String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
        let groups = try removeReferences(to: id)
        settings.isPresent = false
        try put(settings, of: application)
        try transaction.put(
            DeletedItem(
                kind: .servicePrincipal, id: id, tenantID: tenant.id, deletedAt: now, document: document,
                groups: groups))
    }

    /// Restores an object that was removed.
    ///
    /// - Throws: ``DirectoryError`` if its application is deleted.
    package func restorePrincipal(_ item: DeletedItem) throws -> Application {
        let settings = try JSONDecoder().decode(ServicePrincipalSettings.self, from: Data(item.document.utf8))
        guard let application = application(appID: settings.appID) else {
            throw DirectoryError.conflict("The application of the object is deleted. Restore it first.")
        }
        try put(settings, of: application)
        try transaction.removeDeletedItem(id: item.id)
        try add(item.id, toGroups: item.groups)
        return application
    }
}
