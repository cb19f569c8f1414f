import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// Answers requests to Microsoft Graph.
enum GraphService {
    /// The response to a request.
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        try await answer(context, QueryBudget())
    }

    /// The response to a request, perhaps one of a batch.
    ///
    /// - Parameter budget: what the evaluation may cost.
    static func answer(_ context: RequestContext, _ budget: QueryBudget) async throws -> HTTPResponse {
        do {
            // The first segment is the version.
            let parts = (PathSegments.of(context.request.url) ?? []).dropFirst()
            if parts.first?.lowercased() == "$batch", parts.count == 1 {
                return try await GraphBatch.answer(context, budget)
            }
            return try await respond(context, GraphPath(Array(parts)), budget)
        } catch let error as GraphError {
            return GraphResponse.response(error, context)
        } catch let error as DirectoryError {
            // A rule of the directory for which the resource has no words of its own, such as the limits of an object.
            return GraphResponse.response(GraphError(error, of: .directoryObject), context)
        }
    }

    private static func respond(
        _ context: RequestContext, _ path: GraphPath, _ budget: QueryBudget
    ) async throws -> HTTPResponse {
        let caller = try await GraphCaller(context, tenantName: path.tenant)
        guard !path.segments.isEmpty else { throw GraphError.noSegment("") }
        let body = try GraphBody(context.request)
        let request = GraphRequest(
            context: context, caller: caller, path: path, query: try ODataQuery(context.request), body: body,
            passwordHash: try passwordHash(body, caller, context))
        return try await GraphEvaluation(request, budget).response(to: try await request.reply(nil))
    }

    /// The hash of the password in a body. It takes a while, so that it is computed before the transaction, and only for
    /// callers who may set passwords.
    private static func passwordHash(
        _ body: GraphBody, _ caller: GraphCaller, _ context: RequestContext
    ) throws -> String? {
        guard let password = body.members["passwordProfile"]?["password"]?.stringValue, !password.isEmpty else {
            return nil
        }
        guard caller.rights.contains(.writePasswords) || caller.rights.contains(.writeUsers) else {
            throw GraphError.denied
        }
        guard PasswordRule.isComplex(password) else {
            throw GraphError.invalid(
                "The specified password does not comply with password complexity requirements. Please provide a different "
                    + "password.")
        }
        return try PasswordRule.hash(
            Secret(password), random: context.random, cost: context.configuration.passwordCost)
    }
}
