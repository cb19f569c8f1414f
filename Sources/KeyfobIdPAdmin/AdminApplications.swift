import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/applications`, in the shape of Microsoft Graph's `application`.
enum AdminApplications {
    static func list(_ context: RequestContext) async throws -> HTTPResponse {
        .json(["value": .array(context.directory.applications.map(ApplicationJSON.write))])
    }

    static func show(_ context: RequestContext) async throws -> HTTPResponse {
        .json(ApplicationJSON.write(try context.registration(context.pathValues["appId"])))
    }

    /// Registers an application, or replaces the registration of the `appId` in the body.
    ///
    /// The query's `bundleId`, one or several separated by commas, contains the bundle ids of the app; Microsoft
    /// Graph's object has no member for them. The findings of ``RegistrationAdvice`` are in the response as `advice`.
    static func create(_ context: RequestContext) async throws -> HTTPResponse {
        let body = try DirectoryDocument(context, known: ApplicationJSON.known)
        guard let tenant = context.directory.tenants.first else { throw DirectoryError.invalid("There is no tenant.") }
        var application = try ApplicationJSON.read(
            body, appID: context.random.uuid(), objectID: context.random.uuid(), tenantID: tenant.id)
        let old = context.directory.application(application.appID)
        // The tenant of an existing application does not change.
        application.tenantID = old?.tenantID ?? tenant.id
        application.credentials = try ApplicationJSON.credentials(
            body, replacing: old?.credentials, CredentialReading(context))
        // The API's requirements for tokens are set by other endpoints.
        application.resourcePolicy = old?.resourcePolicy
        for uri in application.identifierURIs {
            if let other = context.directory.api(uri), other.appID != application.appID {
                throw DirectoryError.conflict("Another application has the identifier URI '\(uri.prefix(256))'.")
            }
        }
        let made = application
        let bundleIDs = (try? context.query())?["bundleId"]?.split(separator: ",").map(String.init) ?? []
        let advice = RegistrationAdvice.about(made, bundleIDs: bundleIDs, beside: context.directory.applications)
        try await context.transaction { try $0.put(made) }
        return .json(described(made, advice), status: old == nil ? 201 : 200)
    }

    private static func described(_ application: Application, _ advice: [RegistrationAdvice]) -> JSONValue {
        var members = ApplicationJSON.write(application).objectValue ?? [:]
        if !advice.isEmpty { members["advice"] = .array(advice.map(\.json)) }
        return .object(members)
    }
}
