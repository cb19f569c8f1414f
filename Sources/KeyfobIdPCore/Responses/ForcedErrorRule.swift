import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Returns the errors that the admin API's force-error has set, and counts them.
enum ForcedErrorRule {
    /// The forced error for this request, if there is one that does not depend on the user.
    static func take(_ context: RequestContext) async throws -> ForcedError? {
        let name = context.endpoint.rawValue
        let waiting = context.directory.forcedErrors.filter { $0.endpoint == name && $0.user == nil }
        guard context.endpoint != .admin, !waiting.isEmpty else { return nil }
        let client = clientID(of: context)
        guard waiting.contains(where: { fits($0, client) && !isForSteps($0, context) }) else { return nil }
        return try await context.transaction { transaction in
            try take(in: transaction) { $0.endpoint == name && $0.user == nil && fits($0, client) }
        }
    }

    /// A forced error for the authorization endpoint, once the redirect URI for it is known.
    static func takeForSteps(_ context: RequestContext, clientID: String) async throws -> OAuthError? {
        let waiting = context.directory.forcedErrors.contains {
            $0.user == nil && isForSteps($0, context) && fits($0, clientID)
        }
        guard waiting else { return nil }
        let forced = try await context.transaction { transaction in
            try take(in: transaction) { $0.user == nil && isForSteps($0, context) && fits($0, clientID) }
        }
        return forced.map { error($0, context) }
    }

    /// A forced error for a user, once the user is known.
    ///
    /// - Parameter endpoint: `token` or `authorize`.
    static func takeForUser(
        _ user: User, clientID: String, at endpoint: Endpoint, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) throws -> OAuthError? {
        func fitsUser(_ forced: ForcedError) -> Bool {
            forced.endpoint == endpoint.rawValue && fits(forced, clientID)
                && forced.user?.lowercased() == user.userPrincipalName.lowercased()
        }
        guard context.directory.forcedErrors.contains(where: fitsUser) else { return nil }
        return try take(in: transaction, where: fitsUser).map { error($0, context) }
    }

    /// The response of a forced error; nil if the real one is returned.
    static func response(_ forced: ForcedError, _ context: RequestContext) -> HTTPResponse? {
        if forced.answersTruly == true { return nil }
        var response: HTTPResponse
        switch forced.body {
        case "empty": response = HTTPResponse(status: forced.status)
        case "text": response = .text("The server has a problem.", status: forced.status)
        case "html":
            response = HTTPResponse(
                status: forced.status, fields: ["Content-Type": "text/html; charset=utf-8"],
                body: Array("<!DOCTYPE html><html><body><h1>The server has a problem</h1></body></html>".utf8))
        default:
            let error = error(forced, context)
            let body = Failure.body(error, context)
            response =
                context.endpoint.isForPeople
                ? ErrorPage.response(body, remedy: error.entry.remedy, status: forced.status, context)
                : .json(body.json, status: forced.status)
        }
        if let seconds = forced.retryAfter { response.fields.set("Retry-After", String(seconds)) }
        return response
    }

    private static func take(
        in transaction: any IdPTransaction, where isWanted: (ForcedError) -> Bool
    ) throws -> ForcedError? {
        var errors = try transaction.forcedErrors()
        guard let index = errors.firstIndex(where: isWanted) else { return nil }
        let forced = errors[index]
        errors[index].count -= 1
        try transaction.setForcedErrors(errors.filter { $0.count > 0 })
        return forced
    }

    private static func fits(_ forced: ForcedError, _ clientID: String?) -> Bool {
        forced.clientID.map { $0.lowercased() == clientID?.lowercased() } ?? true
    }

    /// Whether the authorization endpoint itself returns the error: by redirect, or on a page.
    private static func isForSteps(_ forced: ForcedError, _ context: RequestContext) -> Bool {
        context.endpoint == .authorize && forced.endpoint == context.endpoint.rawValue && forced.body == "json"
            && forced.number != nil && forced.drops != true && forced.answersTruly != true
    }

    private static func error(_ forced: ForcedError, _ context: RequestContext) -> OAuthError {
        let parameters = (try? context.parameters()) ?? FormParameters()
        let values: [String: String] = [
            "app": parameters["client_id"] ?? "the application", "tenant": context.tenantSegment,
            "user": forced.user ?? parameters["login_hint"] ?? "the user",
            "resource": parameters["resource"] ?? "the resource", "scope": parameters["scope"] ?? "the scope",
            "redirect_uri": parameters["redirect_uri"] ?? "the redirect URI",
            "grant_type": parameters["grant_type"] ?? "the grant type", "detail": "forced by the admin API",
            "idp": "another identity provider", "issued": String(context.now), "valid_from": String(context.now),
            "days": "90", "parameter": "the parameter", "host": context.request.url.host,
            "response_type": parameters["response_type"] ?? "the response type",
            "response_mode": parameters["response_mode"] ?? "the response mode", "value": "the value",
            "expected": "other", "method": context.request.method.rawValue,
        ].mapValues { String($0.prefix(256)) }
        return OAuthError(
            forced.number ?? 90033, values, error: forced.error, claims: forced.claims, suberror: forced.suberror,
            detail: mark)
    }

    private static let mark = "forced by force-error"

    /// Whether an error was forced.
    static func isOrdered(_ error: OAuthError) -> Bool { error.detail == mark }

    /// The client of a request, from its form or its query; nil between pages.
    private static func clientID(of context: RequestContext) -> String? {
        (try? context.form())?["client_id"] ?? (try? context.query())?["client_id"]
    }
}
