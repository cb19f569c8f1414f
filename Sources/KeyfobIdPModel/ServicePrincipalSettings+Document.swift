import Foundation

extension ServicePrincipalSettings {
    /// Reads the settings from a directory object.
    ///
    /// - Throws: `DecodingError`.
    package init(_ object: DirectoryObject) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(object.document.utf8))
    }

    /// The settings as an object of a tenant, with the object id of the application there.
    package func object(id: String, tenantID: String) throws -> DirectoryObject {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return DirectoryObject(
            kind: .servicePrincipal, id: id, tenantID: tenantID,
            document: String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}
