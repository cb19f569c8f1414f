import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobYAML

extension Planner {
    mutating func planApplications() throws {
        var read: [(node: SourceNode, appID: String)] = []
        for (file, tenant) in nodes(.applications) {
            let node = file.without(FileApplication.ignored.contains)
            guard node.members != nil else { throw FileError("Here belongs an object.", at: node.place) }
            let old = try matchApplication(node, in: tenant)
            let application = try self.application(node, old, in: tenant)
            try claim("application", application.appID, node, name: application.displayName)
            target.applications[application.appID] = application
            read.append((node, application.appID))
        }
        // Applications name each other, and their permissions.
        references = targetReferences()
        for (node, appID) in read {
            guard var application = target.applications[appID], let tenant = target.tenants[application.tenantID] else {
                continue
            }
            try resolveNames(node, of: &application, in: tenant)
            if let owners = node["owners"]?.elements {
                application.owners = try ownerIDs(owners, in: tenant)
            }
            target.applications[appID] = application
            let old = current.applications[appID]
            let isChanged = record(
                "application", application.displayName, in: tenant, from: old.map(written), to: written(application),
                secrets: old?.credentials?.secrets ?? [] == application.credentials?.secrets ?? []
                    ? [] : ["passwordCredentials"])
            // What a file cannot express keeps its form.
            if let old, !isChanged { target.applications[appID] = old }
        }
    }

    private func written(_ application: Application) -> JSONValue {
        FileApplication.write(application, withSecrets: false, owners: application.owners ?? [])
    }

    private func matchApplication(_ node: SourceNode, in tenant: Tenant) throws(FileError) -> Application? {
        if let appID = node["appId"]?.string?.lowercased() {
            return try checked(current.applications[appID], node, tenant)
        }
        let all = current.applications.values
        if let id = node["id"]?.string?.lowercased() {
            return try checked(all.first { $0.objectID.lowercased() == id }, node, tenant)
        }
        let mine = all.filter { $0.tenantID == tenant.id }
        let uris = Set((node["identifierUris"]?.elements ?? []).compactMap(\.string))
        if let found = mine.first(where: { !uris.isDisjoint(with: $0.identifierURIs) }) { return found }
        let named = mine.filter { $0.displayName == node["displayName"]?.string }
        guard named.count <= 1 else {
            throw FileError(
                "There are several applications with this name: add the 'appId'.",
                at: node.place(ofPath: "displayName"), member: "displayName")
        }
        return named.first
    }

    private func checked(
        _ found: Application?, _ node: SourceNode, _ tenant: Tenant
    ) throws(FileError) -> Application? {
        guard let found, found.tenantID != tenant.id else { return found }
        throw FileError(
            "The application is registered in another tenant.", at: node.place(ofPath: "appId"), member: "appId")
    }

    /// Reads a registration: a member that is missing stays as it is.
    private mutating func application(_ node: SourceNode, _ old: Application?, in tenant: Tenant) throws -> Application
    {
        let entries = (node.members ?? []).filter {
            !FileApplication.own.contains($0.name) && !ApplicationJSON.credentialMembers.contains($0.name)
        }
        var members = old.flatMap { ApplicationJSON.write($0).objectValue } ?? [:]
        for name in ApplicationJSON.credentialMembers { members[name] = nil }
        for entry in entries { members[entry.name] = entry.node.json }
        if entries.contains(where: { $0.name == "isDisabled" }) { members["isEnabled"] = nil }
        let name = node["displayName"]?.string ?? ""
        let (appID, objectID) = try old.map { ($0.appID, $0.objectID) } ?? newApplicationIDs(node, name, in: tenant)
        let body = try read(node) { () throws(DirectoryError) in
            try DirectoryDocument(.object(members), known: ApplicationJSON.known)
        }
        var application = try read(node) { () throws(DirectoryError) in
            try ApplicationJSON.read(body, appID: appID, objectID: objectID, tenantID: tenant.id)
        }
        application.objectID = old?.objectID ?? application.objectID.lowercased()
        application.createdAt = application.createdAt ?? (old == nil ? created(node) : nil)
        application.resourcePolicy = old?.resourcePolicy
        application.owners = old?.owners
        application.creatorID = old?.creatorID
        let own = try document(node, known: Set((node.members ?? []).map(\.name)))
        if let contexts = try read(node, { () throws(DirectoryError) in try FileApplication.stepUp(own) }) {
            var policy = application.resourcePolicy ?? ResourcePolicy()
            policy.contexts = contexts
            application.resourcePolicy = policy == ResourcePolicy() ? nil : policy
        }
        application.credentials = try credentials(node, own, old?.credentials)
        return application
    }

    private func newApplicationIDs(
        _ node: SourceNode, _ name: String, in tenant: Tenant
    ) throws -> (appID: String, objectID: String) {
        let key = node["uniqueName"]?.string ?? name
        let appID =
            try node["appId"]?.string ?? newID("application", key, in: tenant) { current.applications[$0] != nil }
        let objects = Set(current.applications.values.map(\.objectID))
        return (appID, try newID("application object", key, in: tenant) { objects.contains($0) })
    }

    private mutating func credentials(
        _ node: SourceNode, _ body: DirectoryDocument, _ old: ApplicationCredentials?
    ) throws -> ApplicationCredentials? {
        let reading = CredentialReading(random: setting.random, now: setting.now)
        var given = body.members.filter {
            ApplicationJSON.credentialMembers.contains($0.key) && $0.key != "passwordCredentials"
        }
        given["keyCredentials"] = try certificates(node, given["keyCredentials"], old)
        given["federatedIdentityCredentials"] = Self.federated(given["federatedIdentityCredentials"], old)
        var credentials = try read(node) { () throws(DirectoryError) in
            try ApplicationJSON.credentials(
                DirectoryDocument(.object(given), known: nil), replacing: old, reading) ?? ApplicationCredentials()
        }
        if let entries = node["passwordCredentials"]?.elements {
            credentials.secrets = []
            for (index, entry) in entries.enumerated() {
                let path = "passwordCredentials[\(index)]"
                let record = try read(entry) { () throws(DirectoryError) in
                    let body = try DirectoryDocument(entry.json, known: FileSecret.known, path: "\(path).")
                    return try FileSecret.read(body, path: path, among: old?.secrets ?? [], reading)
                }
                if let record {
                    credentials.secrets.append(record)
                } else {
                    note(
                        "the secret has no value here, and is left out: make one, or add 'secretText'", at: entry.place)
                }
            }
        }
        try read(node) { () throws(DirectoryError) in try ObjectLimits.check(credentials) }
        return credentials.isEmpty ? nil : credentials
    }

    /// The certificates with the ids of those that are stored. An export may leave out the certificate itself.
    private mutating func certificates(
        _ node: SourceNode, _ json: JSONValue?, _ old: ApplicationCredentials?
    ) throws -> JSONValue? {
        guard let elements = json?.arrayValue else { return json }
        var out: [JSONValue] = []
        for (index, element) in elements.enumerated() {
            let stored = (old?.certificates ?? []).first { certificate in
                element["keyId"]?.stringValue.map { $0.lowercased() == certificate.keyID }
                    ?? (element["key"]?.stringValue.flatMap(FileCertificate.der) == certificate.der)
            }
            guard element["key"]?.stringValue != nil || stored != nil else {
                note(
                    "the certificate is not in the file, and is left out: add its 'key'",
                    at: node.place(ofPath: "keyCredentials[\(index)]"))
                continue
            }
            out.append(stored.map { element.with(["keyId": .string($0.keyID)]) } ?? element)
        }
        return .array(out)
    }

    /// The federated credentials with the ids of those of the same name that are stored.
    private static func federated(_ json: JSONValue?, _ old: ApplicationCredentials?) -> JSONValue? {
        guard let elements = json?.arrayValue else { return json }
        return .array(
            elements.map { element in
                guard element["id"]?.stringValue == nil else { return element }
                let stored = (old?.federated ?? []).first {
                    $0.name == element["name"]?.stringValue
                        || ($0.issuer.utf8.elementsEqual((element["issuer"]?.stringValue ?? "").utf8)
                            && $0.subject == element["subject"]?.stringValue)
                }
                return stored.map { element.with(["id": .string($0.id)]) } ?? element
            })
    }

    /// Replaces the names of applications and permissions by their ids.
    private func resolveNames(_ node: SourceNode, of application: inout Application, in tenant: Tenant) throws {
        if node["requiredResourceAccess"] != nil {
            for (index, required) in application.requiredResourceAccess.enumerated() {
                let path = "requiredResourceAccess[\(index)]"
                let place = node.place(ofPath: "\(path).resourceAppId")
                guard let api = try oneApplication(required.resourceAppID, in: tenant, at: place, isOptional: true)
                else {
                    guard !ApplicationJSON.isGUID(required.resourceAppID) else { continue }
                    throw FileError(
                        "There is no application '\(required.resourceAppID.prefix(120))'.", at: place, member: path)
                }
                application.requiredResourceAccess[index].resourceAppID = api.appID
                application.requiredResourceAccess[index].scopeIDs = required.scopeIDs.map { name in
                    api.scopes.first { $0.value == name }?.id ?? name
                }
                application.requiredResourceAccess[index].roleIDs = required.roleIDs?.map { name in
                    (api.appRoles ?? []).first { $0.value == name }?.id ?? name
                }
            }
        }
        guard node["api"] != nil else { return }
        let scopes = application.scopes
        application.preAuthorizedApplications = try application.preAuthorizedApplications?.map { entry in
            var out = entry
            out.appID = try appID(entry.appID, in: tenant, node, "api.preAuthorizedApplications")
            out.permissionIDs = entry.permissionIDs.map { name in scopes.first { $0.value == name }?.id ?? name }
            return out
        }
        application.knownClientApplications = try application.knownClientApplications?.map {
            try appID($0, in: tenant, node, "api.knownClientApplications")
        }
    }

    /// The id of an application that is named, or the name itself where it is an id.
    private func appID(_ name: String, in tenant: Tenant, _ node: SourceNode, _ path: String) throws -> String {
        let place = node.place(ofPath: path)
        if let found = try oneApplication(name, in: tenant, at: place, isOptional: true) { return found.appID }
        guard ApplicationJSON.isGUID(name) else {
            throw FileError("There is no application '\(name.prefix(120))'.", at: place, member: path)
        }
        return name
    }
}
