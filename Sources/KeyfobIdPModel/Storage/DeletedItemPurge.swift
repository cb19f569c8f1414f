import Foundation

/// The removal of a deleted object for good, with everything that is stored for it.
package enum DeletedItemPurge {
    /// Removes an object that was deleted.
    ///
    /// - Throws: the store's error.
    package static func remove(_ item: DeletedItem, in transaction: any IdPTransaction) throws {
        try transaction.removeDeletedItem(id: item.id)
        switch item.kind {
        case .user, .group: try transaction.removeRecords(userID: item.id)
        case .application:
            let application = try JSONDecoder().decode(Application.self, from: Data(item.document.utf8))
            try transaction.removeConsents(appID: application.appID)
        case .servicePrincipal: break
        }
    }
}
