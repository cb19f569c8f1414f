import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth

/// `/api/files`: Contoso Files, a small API to try access tokens on. Each user has separate files.
///
/// Reading needs `Files.Read` or `Files.ReadWrite`, writing and removing `Files.ReadWrite`. It validates tokens as an
/// API must, accepts bound ones too, and challenges (`WWW-Authenticate`) where a token no longer suffices.
enum FilesAPI {
    private static let largestFile = 64 * 1024
    private static let mostFiles = 100

    static let rows: [Route] = [
        row(.get, "/api/files", list),
        row(.get, "/api/files/{name}", show),
        row(.put, "/api/files/{name}", write),
        row(.delete, "/api/files/{name}", remove),
    ]

    private static func row(
        _ method: HTTPMethod, _ path: StaticString, _ handler: @escaping Route.Handler
    ) -> Route {
        Route(method, path: path, .files, .v2) { context in
            do {
                return try await handler(context)
            } catch let refusal as ResourceRefusal {
                let entry = context.entry(
                    .refused, resource: "Contoso Files", detail: refusal.error.map { "\($0): \(refusal.message)" })
                try await context.services.store.transaction { try $0.append([entry]) }
                return refusal.response(context)
            }
        }
    }

    private static func list(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context, .read)
        let files = try await context.transaction { try $0.files(tenantID: user.tenantID, userID: user.objectID) }
        let value = files.map { file -> JSONValue in
            [
                "name": .string(file.name), "size": .integer(file.content.count),
                "modified": .integer(file.modifiedAt),
            ]
        }
        return .json(["owner": .string(user.userPrincipalName), "value": .array(value)])
    }

    private static func show(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context, .read)
        let name = try name(context)
        let files = try await context.transaction { try $0.files(tenantID: user.tenantID, userID: user.objectID) }
        guard let file = files.first(where: { $0.name == name }) else { throw missing }
        return HTTPResponse(
            status: 200, fields: ["Content-Type": "application/octet-stream"], body: file.content)
    }

    private static func write(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context, .write)
        let name = try name(context)
        guard context.request.body.count <= largestFile else {
            throw ResourceRefusal(status: 413, error: "too_large", message: "A file has at most 64 KiB.")
        }
        let file = StoredFile(
            tenantID: user.tenantID, userID: user.objectID, name: name, content: context.request.body,
            modifiedAt: context.now)
        let isNew = try await context.transaction { transaction -> Bool in
            let files = try transaction.files(tenantID: user.tenantID, userID: user.objectID)
            let isNew = !files.contains { $0.name == name }
            guard !isNew || files.count < mostFiles else {
                throw ResourceRefusal(status: 409, error: "too_many", message: "There are a hundred files already.")
            }
            try transaction.put(file)
            return isNew
        }
        return HTTPResponse(status: isNew ? 201 : 204)
    }

    private static func remove(_ context: RequestContext) async throws -> HTTPResponse {
        let user = try await caller(context, .delete)
        let name = try name(context)
        try await context.transaction { transaction in
            let files = try transaction.files(tenantID: user.tenantID, userID: user.objectID)
            guard files.contains(where: { $0.name == name }) else { throw missing }
            try transaction.removeFile(tenantID: user.tenantID, userID: user.objectID, name: name)
        }
        return HTTPResponse(status: 204)
    }

    private static func caller(
        _ context: RequestContext, _ operation: ResourcePolicy.Operation
    ) async throws -> User {
        let scopes = operation == .read ? ["Files.Read", "Files.ReadWrite"] : ["Files.ReadWrite"]
        return try await ResourceCaller(context, api: SeedData.filesAppID, operation, scopes: scopes).user
    }

    private static var missing: ResourceRefusal {
        ResourceRefusal(status: 404, error: "not_found", message: "There is no such file.")
    }

    private static func name(_ context: RequestContext) throws(ResourceRefusal) -> String {
        let name = context.pathValues["name"] ?? ""
        guard (1...100).contains(name.count), name.unicodeScalars.allSatisfy({ $0.value > 0x1F && $0.value != 0x7F })
        else { throw .invalidRequest("A file's name has one to a hundred printable characters.") }
        return name
    }
}
