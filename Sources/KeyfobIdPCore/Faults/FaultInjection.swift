import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Applies the faults that the admin API's force-error has set: a decorator around the endpoint of one request, and the
/// hook after identification for the faults that name a user. Endpoints, grants and prompts do not know about them.
struct FaultInjection {
    private let endpoint: Route.Handler
    /// The milliseconds by which the real response is delayed.
    private var delay = 0

    /// Decorates an endpoint for one request.
    init(around endpoint: @escaping Route.Handler) { self.endpoint = endpoint }

    /// Makes one attempt at the request: with the fault that is set for it, or by the endpoint itself.
    ///
    /// - Throws: ``StaleDirectory`` where the real response follows after a delay, and what the endpoint throws.
    mutating func reply(_ context: RequestContext) async throws -> ProviderResponse {
        do {
            guard delay == 0, let fault = try await Self.take(context) else {
                return delayed(try await endpoint(context))
            }
            delay = fault.delay ?? 0
            if fault.drops == true { return ProviderResponse(nil, delay: delay) }
            // Counting the fault has changed the directory.
            if fault.answersTruly == true { throw StaleDirectory() }
            if Self.isSentToClient(fault, context) {
                throw try AuthorizationDraft(parsing: context.parameters(), context).refusal(Self.error(fault, context))
            }
            return delayed(Self.response(fault, context))
        } catch let error as OAuthError where Self.isForced(error) {
            // It is final, although the directory has changed: the fault was removed from the list.
            return delayed(try await ErrorResponse.write(error, context))
        }
    }

    /// A response after the delay of the fault, if there is one.
    func delayed(_ response: HTTPResponse) -> ProviderResponse { ProviderResponse(response, delay: delay) }

    /// The hook after identification: the error that is set for the user, at `token` or `authorize`.
    static func refusal(
        of request: IdentifiedRequest, _ context: RequestContext, in transaction: any IdPTransaction
    ) throws -> OAuthError? {
        func isWanted(_ fault: ForcedError) -> Bool {
            fault.endpoint == request.endpoint.rawValue && fits(fault, request.clientID)
                && fault.user?.lowercased() == request.user.userPrincipalName.lowercased()
        }
        guard context.directory.forcedErrors.contains(where: isWanted) else { return nil }
        return try take(in: transaction, where: isWanted).map { error($0, context) }
    }

    /// The fault for a request, if there is one that names no user.
    private static func take(_ context: RequestContext) async throws -> ForcedError? {
        let name = context.endpoint.rawValue
        let waiting = context.directory.forcedErrors.filter { $0.endpoint == name && $0.user == nil }
        // Faults never lock an administrator out of the pages that remove them.
        guard context.endpoint != .admin, context.endpoint != .portal, !waiting.isEmpty else { return nil }
        let client = clientID(of: context)
        let isValid = isValidAuthorization(context)
        let isWanted = { @Sendable (fault: ForcedError) in
            fault.endpoint == name && fault.user == nil && fits(fault, client)
                && (isValid || !isSentToClient(fault, context))
        }
        guard waiting.contains(where: isWanted) else { return nil }
        return try await context.transaction { try take(in: $0, where: isWanted) }
    }

    private static func take(
        in transaction: any IdPTransaction, where isWanted: (ForcedError) -> Bool
    ) throws -> ForcedError? {
        var faults = try transaction.forcedErrors()
        guard let index = faults.firstIndex(where: isWanted) else { return nil }
        let fault = faults[index]
        faults[index].count -= 1
        try transaction.setForcedErrors(faults.filter { $0.count > 0 })
        return fault
    }

    private static func fits(_ fault: ForcedError, _ clientID: String?) -> Bool {
        fault.clientID.map { $0.lowercased() == clientID?.lowercased() } ?? true
    }

    /// Whether a fault at the authorization endpoint is sent to the client's redirect URI, or shown on a page if the
    /// catalogue requires that: an error of the catalogue.
    private static func isSentToClient(_ fault: ForcedError, _ context: RequestContext) -> Bool {
        context.endpoint == .authorize && fault.body == "json" && fault.number != nil && fault.drops != true
            && fault.answersTruly != true
    }

    /// Whether an authorization request is valid, so that an error can be sent to its redirect URI. An invalid one gets
    /// its own error, and the fault stays for the next request.
    private static func isValidAuthorization(_ context: RequestContext) -> Bool {
        guard context.endpoint == .authorize else { return false }
        do {
            try context.validate()
            _ = try AuthorizationDraft(parsing: context.parameters(), context)
            return true
        } catch { return false }
    }

    private static func response(_ fault: ForcedError, _ context: RequestContext) -> HTTPResponse {
        var response: HTTPResponse
        switch fault.body {
        case "empty": response = HTTPResponse(status: fault.status)
        case "text": response = .text("The server has a problem.", status: fault.status)
        case "html":
            response = HTTPResponse(
                status: fault.status, fields: ["Content-Type": "text/html; charset=utf-8"],
                body: Array("<!DOCTYPE html><html><body><h1>The server has a problem</h1></body></html>".utf8))
        default:
            let error = error(fault, context)
            let body = ErrorResponse.body(error, context)
            response =
                context.endpoint.isForPeople
                ? ErrorPage.response(body, remedy: error.entry.remedy, status: fault.status, context)
                : .json(body.json, status: fault.status)
        }
        if let seconds = fault.retryAfter { response.fields.set("Retry-After", String(seconds)) }
        return response
    }

    private static func error(_ fault: ForcedError, _ context: RequestContext) -> OAuthError {
        let parameters = (try? context.parameters()) ?? FormParameters()
        let values: [String: String] = [
            "app": parameters["client_id"] ?? "the application", "tenant": context.tenantSegment,
            "user": fault.user ?? parameters["login_hint"] ?? "the user",
            "resource": parameters["resource"] ?? "the resource", "scope": parameters["scope"] ?? "the scope",
            "redirect_uri": parameters["redirect_uri"] ?? "the redirect URI",
            "grant_type": parameters["grant_type"] ?? "the grant type", "detail": "forced by the admin API",
            "idp": "another identity provider", "issued": String(context.now), "valid_from": String(context.now),
            "days": "90", "parameter": "the parameter", "host": context.request.url.host,
            "response_type": parameters["response_type"] ?? "the response type",
            "response_mode": parameters["response_mode"] ?? "the response mode", "value": "the value",
            "reason": "Forced.", "thumbprint": "00", "now": String(context.now), "start": "0", "end": "0",
            "issuer": "the issuer", "subject": "the subject", "audience": "the audience",
            "expected": "other", "method": context.request.method.rawValue,
        ].mapValues { String($0.prefix(256)) }
        return OAuthError(
            fault.number ?? 90033, values, error: fault.error, claims: fault.claims, suberror: fault.suberror,
            detail: mark)
    }

    private static let mark = "forced by force-error"

    private static func isForced(_ error: OAuthError) -> Bool { error.detail == mark }

    /// The client of a request, from its form or its query; nil between pages.
    private static func clientID(of context: RequestContext) -> String? {
        (try? context.form())?["client_id"] ?? (try? context.query())?["client_id"]
    }
}
