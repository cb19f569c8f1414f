import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The page of an app registration: every setting with its form.
enum ApplicationPage {
    static func show(_ request: PortalRequest) async throws -> HTTPResponse {
        try await show(try ApplicationLookup.registration(request), secret: nil, request)
    }

    /// The page; the one after a secret was made shows it, this once.
    static func show(_ application: Application, secret: String?, _ request: PortalRequest) async throws -> HTTPResponse
    {
        let names = try await ApplicationLookup.ownerNames(application, request)
        let consents = try await request.read { [tenant = request.tenant] in
            try $0.consents(tenantID: tenant.id).filter { $0.clientID == application.appID }
        }
        let view = ApplicationView(request: request, application: application)
        let credentials = ApplicationCredentialsView(view: view)
        let permissions = ApplicationPermissionsView(view: view, consents: consents)
        let offered = ApplicationOfferView(view: view)
        let parts: [HTML?] = [
            secret.map(credentials.made), view.essentials, request.may(.writeApplications) ? view.settings : nil,
            view.redirects, credentials.html, permissions.html, offered.html, view.claims, view.owners(names), view.end,
        ]
        return PortalPage(
            id: "application", title: application.displayName, section: .applications,
            content: "\(parts.compactMap(\.self))"
        ).response(request)
    }

    /// The registration as JSON, and the form that replaces it.
    static func json(_ request: PortalRequest) async throws -> HTTPResponse {
        let application = try ApplicationLookup.registration(request)
        let text = PrettyJSON.text(ApplicationJSON.write(application))
        let content: HTML =
            request.may(.writeApplications)
            ? request.form(
                "json", to: ApplicationPages.address(application) + "/json", label: "Save",
                [
                    request.lines(
                        "json", "document", "The registration", text,
                        hint: "In the format of Microsoft Graph. A credential without its value stays as it is.",
                        look: "code tall")
                ])
            : "<pre>\(exactly: text)</pre>\n"
        return PortalPage(
            id: "application-json", title: "\(application.displayName) as JSON", section: .applications,
            content:
                "<p>\(HTML.link(ApplicationPages.address(application), "Back to the registration"))</p>\n\(content)"
        ).response(request)
    }

    /// Replaces the registration by JSON; its ids stay.
    static func replace(_ request: PortalRequest) async throws -> HTTPResponse {
        try await request.acting("json", showing: json) {
            let old = try await ApplicationLookup.changeable(request)
            let value: JSONValue
            do { value = try JSONValue(parsing: request.form["document"] ?? "") } catch {
                throw DirectoryError.field("document", "This is not JSON: \(error).")
            }
            var members = value.objectValue ?? [:]
            members["appId"] = .string(old.appID)
            members["id"] = .string(old.objectID)
            let body = try DirectoryDocument(
                value.objectValue == nil ? value : .object(members), known: ApplicationJSON.known)
            var new = try ApplicationJSON.read(body, appID: old.appID, objectID: old.objectID, tenantID: old.tenantID)
            new.credentials = try ApplicationJSON.credentials(
                body, replacing: old.credentials, CredentialReading(request.context))
            // What has no place in the JSON stays.
            new.resourcePolicy = old.resourcePolicy
            new.owners = old.owners
            let changed = new
            do { try await request.edit { try $0.register(changed, byAdministrator: true) } } catch let error
                as DirectoryError
            {
                throw DirectoryError.field("document", error.message)
            }
            return "\(ApplicationPages.address(changed))?done=saved"
        }
    }
}

/// Finds the registrations of a tenant for a request.
enum ApplicationLookup {
    /// The registration of the address, in the tenant of the session.
    ///
    /// - Throws: ``DirectoryError`` if there is none.
    static func registration(_ request: PortalRequest) throws(DirectoryError) -> Application {
        let id = request.id
        guard
            let found = request.context.directory.applications.first(where: {
                $0.objectID.lowercased() == id && $0.tenantID == request.tenant.id
            })
        else { throw .notFound("This directory has no such application.") }
        return found
    }

    /// The same, if the user may change it.
    ///
    /// - Throws: ``DirectoryError`` if the user may not, or it is the platform's own.
    static func changeable(_ request: PortalRequest) async throws -> Application {
        try request.require(.writeApplications)
        let application = try registration(request)
        guard !application.isOfPlatform else {
            throw DirectoryError(
                status: 403, code: "forbidden", message: "The platform's own applications cannot be changed here.")
        }
        let tenantID = request.tenant.id
        let consents = try await request.read { try $0.consents(tenantID: tenantID) }
        guard
            GrantRules.mayChange(
                application, consents, request.session.rights, request.context.configuration.profile)
        else { throw DirectoryError.forbidden(.manageAdministrators) }
        return application
    }

    /// The names of the owners, by their object ids.
    static func ownerNames(_ application: Application, _ request: PortalRequest) async throws -> [(String, String)] {
        let ids = application.owners ?? []
        let names = try await UserLookup.names(of: ids, request)
        return ids.map { ($0, names[$0] ?? $0) }
    }

    /// The API that an administrator names, of those that the tenant may know of: by id, identifier URI or name.
    static func api(_ name: String, _ request: PortalRequest) throws(DirectoryError) -> Application {
        let directory = request.context.directory
        if let found = directory.api(name, offeredTo: request.tenant) { return found }
        let named = directory.applications(offeredTo: request.tenant).filter {
            $0.displayName.lowercased() == name.lowercased()
        }
        guard let found = named.first, named.count == 1 else {
            throw .field("api", "There is no API '\(name.prefix(256))'. Write its name, its id or an identifier URI.")
        }
        return found
    }
}
