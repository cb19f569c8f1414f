import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/api/users/USER/files`: the list of a user's files, for services without a user. It needs the application permission
/// `Files.Read.All` of Contoso Files.
enum UserFilesAPI {
    /// The application permission.
    static let role = "Files.Read.All"

    static let rows: [Route] = [
        Route(.get, path: "/api/users/{user}/files", .files, .v2) { context in
            do {
                return try await list(context)
            } catch let refusal as ResourceRefusal {
                return refusal.response(context)
            }
        }
    ]

    private static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let caller = try await ApplicationCaller(context, api: SeedData.filesAppID, role: role)
        let name = context.pathValues["user"] ?? ""
        let files = try await context.transaction { transaction -> [StoredFile] in
            let user = try transaction.user(userPrincipalName: name) ?? transaction.user(objectID: name.lowercased())
            guard let user, user.tenantID == caller.tenant.id else {
                throw ResourceRefusal(status: 404, error: "not_found", message: "There is no such user.")
            }
            return try transaction.files(tenantID: user.tenantID, userID: user.objectID)
        }
        return .json([
            "owner": .string(name), "reader": .string(caller.application.displayName),
            "value": .array(files.map { ["name": .string($0.name), "size": .integer($0.content.count)] }),
        ])
    }
}
