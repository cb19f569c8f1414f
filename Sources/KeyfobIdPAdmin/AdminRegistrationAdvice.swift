import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// `/_admin/applications/{appId}/advice`: what to change in a registration's redirect URIs. Microsoft Graph has no word
/// for the bundle ids of an app.
enum AdminRegistrationAdvice {
    private static let advice = AdminSchema.object(required: [
        "code": .choice("The kind of problem.", RegistrationAdvice.Code.allCases.map(\.rawValue)),
        "redirectUri": .text("The redirect URI.", "x-board://callback"),
        "message": .text("The problem and its consequence.", "No broker serves it."),
        "register": .text("The redirect URI to register instead.", "msauth.test.board://auth"),
    ])

    static let operations = [
        AdminOperation(
            .get, "/_admin/applications/{appId}/advice", "Examines the redirect URIs of a registration.",
            query: [
                .init(
                    name: "bundleId",
                    schema: .text("The bundle ids of the registration's apps, separated by commas.", "test.contoso.a"))
            ], .json(.object(required: ["value": .list("The advice.", of: advice)])), show)
    ]

    private static func show(_ context: RequestContext) async throws -> HTTPResponse {
        let application = try context.registration(context.pathValues["appId"])
        let query: FormParameters
        do { query = try context.query() } catch { throw DirectoryError.invalid("The query is malformed.") }
        let bundleIDs = query["bundleId"]?.split(separator: ",").map(String.init) ?? []
        let advice = RegistrationAdvice.about(
            application, bundleIDs: bundleIDs, beside: context.directory.applications)
        return .json(["value": .array(advice.map(\.json))])
    }
}
