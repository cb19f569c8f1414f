import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The forms of a registration's page.
enum ApplicationActions {
    private typealias Change = @Sendable (inout Application, PortalRequest) throws -> Void

    /// The changes of the registration itself, by the last part of the address.
    private static let changes: [String: (notice: String, change: Change)] = [
        "settings": ("saved", settings), "redirect": ("added", addRedirect),
        "remove-redirect": ("removed", removeRedirect), "certificate": ("added", addCertificate),
        "federated": ("added", addFederated), "remove-credential": ("removed", removeCredential),
        "permission": ("added", addPermission), "remove-permission": ("removed", removePermission),
        "names": ("saved", names), "scope": ("added", addScope), "remove-scope": ("removed", removeScope),
        "role": ("added", addRole), "remove-role": ("removed", removeRole), "claims": ("saved", claims),
        "remove-owner": ("removed", removeOwner),
    ]

    /// Runs the action of the address.
    static func run(_ request: PortalRequest) async throws -> HTTPResponse {
        switch request.action {
        case "secret": return try await addSecret(request)
        case "consent": return try await ApplicationConsent.grant(request)
        case "owner": return try await addOwner(request)
        case "delete": return try await delete(request)
        default:
            guard let (notice, change) = changes[request.action] else {
                throw DirectoryError.notFound("There is no such action.")
            }
            return try await request.acting(request.action, showing: ApplicationPage.show) {
                var application = try await ApplicationLookup.changeable(request)
                try change(&application, request)
                return try await save(application, request, notice)
            }
        }
    }

    /// Writes a registration by the rules that Microsoft Graph's JSON has.
    private static func save(
        _ changed: Application, _ request: PortalRequest, _ notice: String
    ) async throws -> String {
        let members = ApplicationJSON.write(changed)
        _ = try ApplicationJSON.read(
            DirectoryDocument(members, known: ApplicationJSON.known), appID: changed.appID, objectID: changed.objectID,
            tenantID: changed.tenantID)
        // A user who may change it here may change every application of the tenant.
        try await request.edit { try $0.register(changed, byAdministrator: true) }
        return "\(ApplicationPages.address(changed))?done=\(notice)"
    }

    private static func addSecret(_ request: PortalRequest) async throws -> HTTPResponse {
        do {
            var application = try await ApplicationLookup.changeable(request)
            let days = min(max(Int64(request.text("days") ?? "") ?? 180, 1), 730)
            let body: [String: JSONValue] = [
                "displayName": request.text("displayName").map { .string($0) } ?? .null,
                "endDateTime": .string(GraphTime.text(request.context.now + days * 86400)),
            ]
            let (text, record) = try CredentialReading(request.context).secret(
                DirectoryDocument(.object(body), known: CredentialReading.secretMembers))
            var credentials = application.credentials ?? ApplicationCredentials()
            credentials.secrets.append(record)
            try ObjectLimits.check(credentials)
            application.credentials = credentials
            _ = try await save(application, request, "added")
            return try await ApplicationPage.show(application, secret: text, request)
        } catch let error as DirectoryError where error.status != 403 {
            return try await ApplicationPage.show(request.refusing("secret", error))
        }
    }

    private static func addOwner(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("owner", showing: ApplicationPage.show) {
            var application = try await ApplicationLookup.changeable(request)
            let user = try await UserLookup.named(try request.required("owner", "The user name"), "owner", request)
            if application.owners?.contains(user.objectID) != true {
                application.owners = (application.owners ?? []) + [user.objectID]
            }
            return try await save(application, request, "added")
        }
    }

    private static func delete(_ request: PortalRequest) async throws -> HTTPResponse {
        let application = try await ApplicationLookup.changeable(request)
        try await request.edit { try $0.delete(application) }
        return .seeOther("/portal/applications?done=deleted")
    }

    // The changes

    private static func settings(_ application: inout Application, _ request: PortalRequest) throws {
        application.displayName = try request.required("displayName", "The name")
        guard let audience = SignInAudience(rawValue: request.text("signInAudience") ?? "") else {
            throw DirectoryError.field("signInAudience", "Choose the accounts.")
        }
        application.signInAudience = audience
        application.requestedAccessTokenVersion = request.text("version") == "2" ? 2 : 1
        application.isFallbackPublicClient = request.text("fallback").map { $0 == "public" }
        let logout = request.text("logoutUrl")
        guard logout.map({ HTTPURL($0) != nil && !$0.contains("#") && $0.utf8.count <= 2048 }) ?? true else {
            throw DirectoryError.field("logoutUrl", "This is no http or https address.")
        }
        application.logoutURL = logout
        application.isEnabled = request.isTicked("isEnabled")
        application.implicitGrant =
            request.isTicked("issuesIdTokens") ? ImplicitGrantSettings(issuesIDTokens: true) : nil
    }

    private static func addRedirect(_ application: inout Application, _ request: PortalRequest) throws {
        let bundles = ApplicationPages.bundleIDs(request).map { "msauth.\($0)://auth" }
        let uris = [request.text("redirectUri")].compactMap(\.self)
        guard !(uris + bundles).isEmpty else {
            throw DirectoryError.field("redirectUri", "The redirect URI is missing.")
        }
        for (uri, field) in uris.map({ ($0, "redirectUri") }) + bundles.map({ ($0, "bundleIds") }) {
            guard uri.utf8.count <= 256 else {
                throw DirectoryError.field(field, "A redirect URI has at most 256 characters.")
            }
            do { _ = try RedirectURI(uri) } catch {
                throw DirectoryError.field(field, "It cannot be registered: \(error.message)")
            }
        }
        func adding(_ more: [String], to list: [String]) -> [String] { list + more.filter { !list.contains($0) } }
        switch ApplicationPages.Platform.of(request) {
        case .publicClient:
            application.redirectURIs.publicClient = adding(uris, to: application.redirectURIs.publicClient)
        case .web: application.redirectURIs.web = adding(uris, to: application.redirectURIs.web)
        case .spa: application.redirectURIs.singlePage = adding(uris, to: application.redirectURIs.singlePage)
        }
        application.redirectURIs.publicClient = adding(bundles, to: application.redirectURIs.publicClient)
    }

    private static func removeRedirect(_ application: inout Application, _ request: PortalRequest) throws {
        let uri = request.form["redirectUri"]
        switch ApplicationPages.Platform.of(request) {
        case .publicClient: application.redirectURIs.publicClient.removeAll { $0 == uri }
        case .web: application.redirectURIs.web.removeAll { $0 == uri }
        case .spa: application.redirectURIs.singlePage.removeAll { $0 == uri }
        }
    }

    private static func addCertificate(_ application: inout Application, _ request: PortalRequest) throws {
        let lines = request.lines("key").filter { !$0.hasPrefix("-----") }
        guard !lines.isEmpty else { throw DirectoryError.field("key", "The certificate is missing.") }
        let body: [String: JSONValue] = [
            "displayName": request.text("displayName").map { .string($0) } ?? .null, "key": .string(lines.joined()),
        ]
        var credentials = application.credentials ?? ApplicationCredentials()
        do {
            credentials.certificates.append(
                try CredentialReading(request.context).certificate(
                    DirectoryDocument(.object(body), known: CredentialReading.certificateMembers)))
        } catch { throw DirectoryError.field("key", error.message) }
        try ObjectLimits.check(credentials)
        application.credentials = credentials
    }

    private static func addFederated(_ application: inout Application, _ request: PortalRequest) throws {
        var body: [String: JSONValue] = [
            "issuer": .string(try request.required("issuer", "The issuer", atMost: 600)),
            "subject": .string(try request.required("subject", "The subject", atMost: 600)),
            "audiences": .strings([request.text("audience") ?? FederatedCredential.defaultAudience]),
        ]
        body["name"] = request.text("name").map { .string($0) }
        if let keys = request.text("keys") {
            do { body["keys"] = try JSONValue(parsing: keys) } catch {
                throw DirectoryError.field("keys", "This is not JSON: \(error).")
            }
        }
        var credentials = application.credentials ?? ApplicationCredentials()
        credentials.federated.append(
            try CredentialReading(request.context).federated(
                DirectoryDocument(.object(body), known: CredentialReading.federatedMembers)))
        try ObjectLimits.check(credentials)
        application.credentials = credentials
    }

    private static func removeCredential(_ application: inout Application, _ request: PortalRequest) throws {
        guard var credentials = application.credentials, credentials.remove(id: request.form["credential"] ?? "") else {
            throw DirectoryError.notFound("There is no such credential.")
        }
        application.credentials = credentials.isEmpty ? nil : credentials
    }

    private static func addPermission(_ application: inout Application, _ request: PortalRequest) throws {
        let api = try ApplicationLookup.api(try request.required("api", "The API"), request)
        let name = try request.required("permission", "The permission")
        func isNamed(_ value: String) -> Bool { value.lowercased() == name.lowercased() }
        let scope = api.scopes.first { isNamed($0.value) }
        let role = (api.appRoles ?? []).first { isNamed($0.value) && $0.isForApplications }
        guard scope != nil || role != nil else {
            throw DirectoryError.field("permission", "\(api.displayName) has no permission '\(name.prefix(64))'.")
        }
        let index =
            application.requiredResourceAccess.firstIndex { $0.resourceAppID.lowercased() == api.appID.lowercased() }
        var required =
            index.map { application.requiredResourceAccess[$0] }
            ?? RequiredResource(resourceAppID: api.appID, scopeIDs: [])
        if let scope, !required.scopeIDs.contains(scope.id) { required.scopeIDs.append(scope.id) }
        if let role, required.roleIDs?.contains(role.id) != true {
            required.roleIDs = (required.roleIDs ?? []) + [role.id]
        }
        if let index {
            application.requiredResourceAccess[index] = required
        } else {
            application.requiredResourceAccess.append(required)
        }
    }

    private static func removePermission(_ application: inout Application, _ request: PortalRequest) throws {
        let id = request.form["permission"] ?? ""
        for index in application.requiredResourceAccess.indices
        where application.requiredResourceAccess[index].resourceAppID == request.form["api"] {
            application.requiredResourceAccess[index].scopeIDs.removeAll { $0 == id }
            application.requiredResourceAccess[index].roleIDs?.removeAll { $0 == id }
        }
        application.requiredResourceAccess.removeAll { $0.scopeIDs.isEmpty && ($0.roleIDs ?? []).isEmpty }
    }

    private static func names(_ application: inout Application, _ request: PortalRequest) throws {
        application.identifierURIs = request.lines("identifierUris")
    }

    private static func addScope(_ application: inout Application, _ request: PortalRequest) throws {
        let value = try permissionName(request)
        guard !application.scopes.contains(where: { $0.value.lowercased() == value.lowercased() }) else {
            throw DirectoryError.field("value", "There is a permission of that name already.")
        }
        let name = request.text("displayName") ?? value
        application.scopes.append(
            PermissionScope(
                id: request.context.random.uuid(), value: value, displayName: String(name.prefix(256)),
                description: String((request.text("description") ?? name).prefix(1024)),
                requiresAdministrator: request.isTicked("requiresAdministrator")))
    }

    private static func removeScope(_ application: inout Application, _ request: PortalRequest) throws {
        application.scopes.removeAll { $0.id == request.form["id"] }
    }

    private static func addRole(_ application: inout Application, _ request: PortalRequest) throws {
        let value = try permissionName(request)
        guard application.appRoles?.contains(where: { $0.value == value }) != true else {
            throw DirectoryError.field("value", "There is a role of that name already.")
        }
        let (users, clients) = (request.isTicked("forUsers"), request.isTicked("forApplications"))
        guard users || clients else { throw DirectoryError.field("forUsers", "Say whom the role is for.") }
        let name = request.text("displayName") ?? value
        application.appRoles =
            (application.appRoles ?? []) + [
                AppRole(
                    id: request.context.random.uuid(), value: value, displayName: String(name.prefix(256)),
                    description: String((request.text("description") ?? name).prefix(1024)),
                    isForApplications: clients, isForUsers: users)
            ]
    }

    private static func removeRole(_ application: inout Application, _ request: PortalRequest) throws {
        let rest = (application.appRoles ?? []).filter { $0.id != request.form["id"] }
        application.appRoles = rest.isEmpty ? nil : rest
    }

    private static func claims(_ application: inout Application, _ request: PortalRequest) throws {
        for field in ["idToken", "accessToken"] {
            let names = request.lines(field)
            guard names.count <= 100, names.allSatisfy({ $0.utf8.count <= 64 && !$0.contains(" ") }) else {
                throw DirectoryError.field(field, "A claim's name has no spaces and at most 64 characters.")
            }
        }
        let claims = OptionalClaims(idToken: request.lines("idToken"), accessToken: request.lines("accessToken"))
        application.optionalClaims = claims == OptionalClaims() ? nil : claims
        let groups = Set([request.text("groups").flatMap(GroupMembershipClaim.init(rawValue:))].compactMap(\.self))
        application.groupMembershipClaims = groups.isEmpty ? nil : groups
    }

    private static func removeOwner(_ application: inout Application, _ request: PortalRequest) throws {
        application.owners?.removeAll { $0 == request.form["owner"] }
    }

    private static func permissionName(_ request: PortalRequest) throws(DirectoryError) -> String {
        let value = try request.required("value", "The name", atMost: 120)
        guard !value.contains(where: { $0.isWhitespace || $0 == "/" || $0 == "\"" }) else {
            throw .field("value", "A name has no spaces, slashes and quotation marks.")
        }
        return value
    }
}
