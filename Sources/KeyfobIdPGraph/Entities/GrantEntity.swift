import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobJOSE

extension GraphSession {
    /// The id of a role that stands for access without a role.
    static let defaultRole = "00000000-0000-0000-0000-000000000000"

    /// What a user, or an administrator for all, has let a client do at an API; nil for a consent of another kind.
    func permissionGrant(_ consent: Consent) throws -> GraphEntity? {
        guard consent.userID != Consent.application, consent.userID != Consent.assignment, !consent.scopes.isEmpty,
            let client = editor.application(appID: consent.clientID),
            let api = editor.application(appID: consent.resourceID)
        else { return nil }
        let isForAll = consent.userID == Consent.everyone
        let clientID = ServicePrincipal.objectID(of: client, in: tenant.id)
        let resourceID = ServicePrincipal.objectID(of: api, in: tenant.id)
        return GraphEntity(
            .permissionGrant, id: Self.id([clientID, resourceID, consent.userID]),
            [
                "clientId": .string(clientID), "consentType": isForAll ? "AllPrincipals" : "Principal",
                "principalId": isForAll ? .null : .string(consent.userID), "resourceId": .string(resourceID),
                "scope": .string(consent.scopes.joined(separator: " ")),
            ])
    }

    /// The roles of an application that a consent assigns, one object each.
    func roleAssignments(_ consent: Consent) throws -> [GraphEntity] {
        guard let api = editor.application(appID: consent.resourceID) else { return [] }
        let principal: GraphEntity?
        switch consent.userID {
        case Consent.application:
            principal = editor.application(appID: consent.clientID).map(principalEntity)
        case Consent.assignment: principal = try object(consent.clientID)
        default: principal = nil
        }
        guard let principal else { return [] }
        let resourceID = ServicePrincipal.objectID(of: api, in: tenant.id)
        return consent.scopes.compactMap { value in
            guard let roleID = value == Self.defaultRole ? value : api.appRoles?.first(where: { $0.value == value })?.id
            else { return nil }
            return GraphEntity(
                .roleAssignment, id: Self.id([principal.id, resourceID, roleID]),
                [
                    "appRoleId": .string(roleID), "principalId": .string(principal.id),
                    "principalDisplayName": principal.members["displayName"] ?? .null,
                    "principalType": .string(principal.type.resource), "resourceId": .string(resourceID),
                    "resourceDisplayName": .string(api.displayName),
                ])
        }
    }

    /// An id that follows from what an object connects: none has to be stored.
    static func id(_ parts: [String]) -> String {
        Base64URL.encode(Digest.sha256(Array(parts.joined(separator: "|").utf8)))
    }
}
