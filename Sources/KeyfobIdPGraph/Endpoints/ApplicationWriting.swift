import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel

/// Writes the members of a body to a registration.
struct ApplicationWriting {
    private let session: GraphSession

    init(_ session: GraphSession) { self.session = session }

    /// Registers an application. Its object in the tenant is made by a request of its own, as in Microsoft Graph.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func create(_ body: GraphBody) throws -> Application {
        try body.check(.application)
        _ = try body.required("displayName", of: .application)
        var members = body.members
        members["signInAudience"] =
            members["signInAudience"] ?? .string(SignInAudience.organizationsAndPersonal.rawValue)
        members["appId"] = nil
        members["id"] = nil
        var application = try read(members, appID: session.editor.newID(), objectID: session.editor.newID(), old: nil)
        application.createdAt = session.now
        application.owners = session.caller.objectID.map { [$0] }
        var creator: User?
        if case .user(let user) = session.caller.principal, !session.caller.rights.contains(.writeApplications) {
            creator = user
        }
        do {
            try session.editor.register(application, madeBy: creator, byAdministrator: isAdministrator)
        } catch let error as DirectoryError {
            throw GraphError(error, of: .application)
        }
        var settings = ServicePrincipalSettings(appID: application.appID)
        settings.isPresent = false
        try session.editor.put(settings, of: application)
        return application
    }

    /// Changes a registration. Members of an object that the body leaves out stay as they are.
    ///
    /// - Throws: ``GraphError``, or the store's error.
    func update(_ old: Application, _ body: GraphBody) throws {
        try body.check(.application)
        var members = ApplicationJSON.write(old).objectValue ?? [:]
        for (name, value) in body.members where name != "id" && name != "appId" {
            guard value != .null else {
                members[name] = nil
                continue
            }
            if let known = members[name]?.objectValue, let new = value.objectValue {
                members[name] = .object(known.merging(new) { _, new in new })
            } else {
                members[name] = value
            }
        }
        if let isDisabled = body.members["isDisabled"] { members["isEnabled"] = .bool(isDisabled != true) }
        members["isDisabled"] = nil
        var changed = try read(members, appID: old.appID, objectID: old.objectID, old: old)
        changed.createdAt = old.createdAt
        changed.owners = old.owners
        changed.creatorID = old.creatorID
        changed.resourcePolicy = old.resourcePolicy
        try register(changed)
    }

    /// Whether the caller may change every application: an owner, and a user who registers one, may not.
    private var isAdministrator: Bool { session.caller.rights.contains(.writeApplications) }

    private func register(_ application: Application) throws {
        do {
            try session.editor.register(application, byAdministrator: isAdministrator)
        } catch let error as DirectoryError {
            throw GraphError(error, of: .application)
        }
    }

    private func read(
        _ members: [String: JSONValue], appID: String, objectID: String, old: Application?
    ) throws -> Application {
        var plain = members.mapValues(Self.withoutAnnotations).filter { $0.value != .null }
        // Graph writes the credentials of the registration; those of its object in the tenant stay.
        let ofPrincipal = old?.credentials.map { known in
            ApplicationCredentials(
                secrets: known.secrets.filter { $0.isOfPrincipal == true },
                certificates: known.certificates.filter { $0.isOfPrincipal == true }, federated: known.federated)
        }
        plain["federatedIdentityCredentials"] = nil
        plain["verifiedPublisher"] =
            members["verifiedPublisher"]?["displayName"]?.stringValue == nil ? nil : plain["verifiedPublisher"]
        do {
            let document = try DirectoryDocument(.object(plain), known: ApplicationJSON.known)
            var application = try ApplicationJSON.read(
                document, appID: appID, objectID: objectID, tenantID: session.tenant.id)
            let own = old?.credentials.map { known in
                ApplicationCredentials(
                    secrets: known.secrets.filter { $0.isOfPrincipal != true },
                    certificates: known.certificates.filter { $0.isOfPrincipal != true })
            }
            var credentials =
                try ApplicationJSON.credentials(document, replacing: own, CredentialReading(session.context))
                ?? ApplicationCredentials()
            credentials.secrets += ofPrincipal?.secrets ?? []
            credentials.certificates += ofPrincipal?.certificates ?? []
            credentials.federated = ofPrincipal?.federated ?? []
            application.credentials = credentials.isEmpty ? nil : credentials
            return application
        } catch {
            throw GraphError(error, of: .application)
        }
    }

    /// A value without `@odata.type` and the like, and without members that are null.
    private static func withoutAnnotations(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.filter { !$0.key.contains("@") && $0.value != .null }.mapValues(withoutAnnotations))
        case .array(let elements): .array(elements.map(withoutAnnotations))
        default: value
        }
    }
}
