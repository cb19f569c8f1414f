import KeyfobCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// `/applications/{id}/federatedIdentityCredentials`
struct FederatedCredentials {
    let session: GraphSession
    let application: GraphEntity

    /// The relationship.
    var relation: GraphRelation {
        var relation = GraphRelation(
            .federatedIdentityCredential, set: "applications('\(application.id)')/federatedIdentityCredentials"
        ) { credentials.map(Self.entity) }
        relation.create = { body in try create(body) }
        relation.update = { entity, body in try update(entity, body) }
        relation.remove = { entity in try remove(entity) }
        return relation
    }

    private var credentials: [FederatedCredential] {
        session.editor.application(objectID: application.id)?.credentials?.federated ?? []
    }

    private static func entity(_ credential: FederatedCredential) -> GraphEntity {
        GraphEntity(
            .federatedIdentityCredential, id: credential.id,
            [
                "name": .string(credential.name), "issuer": .string(credential.issuer),
                "subject": .string(credential.subject), "audiences": .strings(credential.audiences),
                "description": credential.description.map { .string($0) } ?? .null,
            ])
    }

    private func create(_ body: GraphBody) throws -> GraphEntity {
        // The issuer's keys are this provider's own: it sends no requests to fetch them.
        try body.check(.federatedIdentityCredential, further: ["keys"])
        for name in ["name", "issuer", "subject"] {
            _ = try body.required(name, of: .federatedIdentityCredential)
        }
        guard let audiences = body.strings("audiences"), !audiences.isEmpty else {
            throw GraphError.missing("audiences", of: .federatedIdentityCredential)
        }
        var members = body.members
        members["id"] = nil
        let credential = try read(members)
        try check(credential)
        try change { $0.append(credential) }
        return Self.entity(credential)
    }

    private func update(_ entity: GraphEntity, _ body: GraphBody) throws {
        try body.check(.federatedIdentityCredential, further: ["keys"])
        guard let old = credentials.first(where: { $0.id == entity.id }) else { throw GraphError.notFound(entity.id) }
        var members = Self.entity(old).members
        members.merge(body.members) { _, new in new }
        members["id"] = .string(old.id)
        // The name never changes.
        members["name"] = .string(old.name)
        members["keys"] = body.members["keys"] ?? old.keys.flatMap { try? JSONValue(parsing: $0) }
        let changed = try read(members)
        try check(changed)
        try change { all in all = all.map { $0.id == changed.id ? changed : $0 } }
    }

    private func remove(_ entity: GraphEntity) throws {
        try change { all in all.removeAll { $0.id == entity.id } }
    }

    private func check(_ credential: FederatedCredential) throws(GraphError) {
        for other in credentials where other.id != credential.id {
            if other.name == credential.name {
                throw .duplicate("FederatedIdentityCredential with name \(credential.name.prefix(120)) already exists.")
            }
            if other.issuer.utf8.elementsEqual(credential.issuer.utf8),
                other.subject.utf8.elementsEqual(credential.subject.utf8)
            {
                throw .duplicate(
                    "The federated identity credential with issuer and subject combination already exists on this "
                        + "application.")
            }
        }
    }

    private func read(_ members: [String: JSONValue]) throws -> FederatedCredential {
        do {
            let plain = members.filter { $0.value != .null }
            let document = try DirectoryDocument(.object(plain), known: CredentialReading.federatedMembers)
            return try CredentialReading(session.context).federated(document)
        } catch {
            throw GraphError(error, of: .federatedIdentityCredential)
        }
    }

    private func change(_ apply: (inout [FederatedCredential]) -> Void) throws {
        var changed = try ApplicationsResource.changeable(application, session)
        var credentials = changed.credentials ?? ApplicationCredentials()
        apply(&credentials.federated)
        do { try ObjectLimits.check(credentials) } catch {
            throw GraphError(error, of: .federatedIdentityCredential)
        }
        changed.credentials = credentials.isEmpty ? nil : credentials
        try session.editor.put(changed)
    }
}
