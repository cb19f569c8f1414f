import KeyfobCore
import KeyfobCrypto
package import KeyfobIdPCore
import KeyfobIdPDirectory
package import KeyfobIdPModel
import KeyfobOAuth

/// The admin API's rows of the route table; each handler runs only for a caller with the admin token.
package enum AdminRoutes {
    /// Returns the rows.
    ///
    /// - Parameters:
    ///   - defaultAPI: the application id of the API that a request means if it names none.
    ///   - platform: the registrations of the platform's vendor, which every directory has.
    package static func rows(defaultAPI: String, platform: [Application]) -> [Route] {
        let described =
            AdminClock.operations + AdminForcedErrors.operations + AdminTrace.operations + AdminWhatIf.operations
            + AdminAccess.operations(defaultAPI: defaultAPI) + AdminRefreshTokens.operations
            + AdminAuthenticators.operations + AdminEnrollments.operations + AdminRegistrationAdvice.operations
            + AdminDevices.operations + AdminKeys.operations + AdminPurge.operations
            + AdminFiles.operations(platform: platform)
        return (described + [description(of: described)]).map(row)
    }

    /// The operation that returns the description of all operations.
    private static func description(of operations: [AdminOperation]) -> AdminOperation {
        AdminOperation(
            .get, "/_admin/openapi.json", "Returns this description.", .json(AdminSchema(["type": "object"]))
        ) { context in
            .json(
                AdminDescription.document(
                    operations, server: context.configuration.origin ?? context.request.url.origin))
        }
    }

    private static func row(_ operation: AdminOperation) -> Route {
        let handler = operation.handler
        return Route(operation.method, path: operation.path, .admin, .v2) { context in
            guard let expected = context.configuration.adminToken, let given = BearerToken.of(context.request),
                ConstantTime.equal(given.reveal(), expected.reveal())
            else {
                var response = HTTPResponse.json(
                    [
                        "error": "unauthorized",
                        "error_description": "The admin API requires the bearer token of the file admin-token.",
                    ], status: 401)
                response.fields.set("WWW-Authenticate", "Bearer")
                return response
            }
            do {
                return try await handler(context)
            } catch let error as DirectoryError {
                return .json(
                    ["error": .string(error.code), "error_description": .string(error.message)], status: error.status)
            }
        }
    }
}
