import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/oauth2PermissionGrants`: what users, or administrators for all users, have let clients do.
struct PermissionGrantsResource: GraphResource {
    let name = "oauth2PermissionGrants"
    let type = GraphType.permissionGrant

    func piece(_ session: GraphSession, _ query: ODataQuery, cast: GraphType?, _ part: GraphPart) throws -> GraphPiece {
        try .finding(session.consents(), part, session.permissionGrant)
    }

    func find(_ key: GraphKey, _ session: GraphSession) throws -> GraphEntity {
        try stored(key.value, session).entity
    }

    func create(_ body: GraphBody, _ session: GraphSession) throws -> GraphReply {
        try session.caller.require(.writeGrants)
        try body.check(type)
        let clientID = try body.required("clientId", of: type)
        let resourceID = try body.required("resourceId", of: type)
        guard let client = try session.principal(objectID: clientID) else { throw GraphError.notFound(clientID) }
        guard let api = try session.principal(objectID: resourceID) else { throw GraphError.notFound(resourceID) }
        let userID: String
        switch try body.required("consentType", of: type) {
        case "AllPrincipals": userID = Consent.everyone
        case "Principal":
            let id = try body.required("principalId", of: type)
            guard let user = try session.editor.user(id) else { throw GraphError.notFound(id) }
            userID = user.objectID
        default: throw GraphError.invalidValue("consentType", of: type)
        }
        let known = try session.transaction.consents(
            tenantID: session.tenant.id, userID: userID, clientID: client.appID
        ).first { $0.resourceID == api.appID }
        guard known?.scopes.isEmpty ?? true else { throw GraphError.duplicate("Permission entry already exists.") }
        var consent = Consent(
            tenantID: session.tenant.id, userID: userID, clientID: client.appID, resourceID: api.appID,
            scopes: try scopes(body.required("scope", of: type), of: api))
        consent.refused = (known?.refused ?? []).filter { !consent.scopes.contains($0) }
        try session.put(consent)
        guard let entity = try session.permissionGrant(consent) else { throw GraphError.missing("scope", of: type) }
        return .made(entity, context: "$metadata#oauth2PermissionGrants/$entity")
    }

    func update(_ entity: GraphEntity, _ body: GraphBody, _ session: GraphSession) throws {
        try session.caller.require(.writeGrants)
        try body.check(type)
        var consent = try stored(entity.id, session).consent
        guard let api = session.editor.application(appID: consent.resourceID) else {
            throw GraphError.notFound(entity.id)
        }
        guard let text = body.string("scope") else { return }
        consent.scopes = try scopes(text, of: api)
        try session.put(consent)
    }

    func remove(_ entity: GraphEntity, _ session: GraphSession) throws {
        var consent = try stored(entity.id, session).consent
        // Users may take back what they have granted themselves.
        if consent.userID != session.caller.objectID || !session.caller.rights.contains(.writeOwnGrants) {
            try session.caller.require(.writeGrants)
        }
        consent.scopes = []
        try session.put(consent)
    }

    private func stored(_ id: String, _ session: GraphSession) throws -> (consent: Consent, entity: GraphEntity) {
        for consent in try session.consents() {
            if let entity = try session.permissionGrant(consent), entity.id == id { return (consent, entity) }
        }
        throw GraphError.notFound(id)
    }

    /// The names of permissions as the API spells them.
    private func scopes(_ text: String, of api: Application) throws -> [String] {
        var out: [String] = []
        for name in text.split(separator: " ").map(String.init) where !out.contains(name) {
            if api.appID == ScopeResolution.graphID, ScopeRules.isOpenID(name) {
                out.append(name)
            } else if let scope = api.scopes.first(where: { $0.value.lowercased() == name.lowercased() }) {
                out.append(scope.value)
            } else {
                throw GraphError.invalid(
                    "The permission '\(name.prefix(64))' was not found on the application '\(api.displayName)'.")
            }
        }
        return out
    }
}
