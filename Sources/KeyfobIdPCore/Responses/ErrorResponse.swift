import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// An error that is sent to the client at its redirect URI, which has been checked.
struct RedirectedError: Error {
    let error: OAuthError
    let reply: SignInReply
    let clientID: String
    /// The dialect of the request, which the forms of the pages do not contain.
    let dialect: OAuthDialect
    /// `error_subcode`: `cancel` where the user cancelled.
    var subcode: String?
}

/// Writes error responses: the only place where an ``OAuthError`` becomes a response.
enum ErrorResponse {
    static func body(
        _ error: OAuthError, _ context: RequestContext, dialect: OAuthDialect? = nil
    ) -> OAuthErrorResponse {
        error.response(
            dialect ?? context.dialect, correlationID: context.correlationID, traceID: context.traceID, now: context.now
        )
    }

    static func write(_ error: OAuthError, _ context: RequestContext) async throws -> HTTPResponse {
        try await log(error, context, clientID: nil, redirectURI: nil)
        let body = body(error, context)
        guard context.endpoint.isForPeople else {
            var response = HTTPResponse.json(body.json, status: error.entry.status)
            if let seconds = error.values["retry_after"] { response.fields.set("Retry-After", seconds) }
            CrossOrigin.allow(&response, context)
            ClientChallenge.add(to: &response, context)
            return response
        }
        var page = ErrorPage.response(body, remedy: error.entry.remedy, status: error.entry.status, context)
        if let seconds = error.values["retry_after"] { page.fields.set("Retry-After", seconds) }
        return page
    }

    static func write(_ redirected: RedirectedError, _ context: RequestContext) async throws -> HTTPResponse {
        try await log(
            redirected.error, context, clientID: redirected.clientID, redirectURI: redirected.reply.redirectURI)
        var body = body(redirected.error, context, dialect: redirected.dialect)
        body.subcode = redirected.subcode
        return try redirected.reply.response(refusing: body, context)
    }

    static func unavailable(correlationID: String, traceID: String) -> HTTPResponse {
        .json(
            [
                "error": "temporarily_unavailable", "error_codes": [90033],
                "error_description": "AADSTS90033: The provider could not use its store. Try again.",
                "correlation_id": .string(correlationID), "trace_id": .string(traceID),
            ], status: 503)
    }

    private static func log(
        _ error: OAuthError, _ context: RequestContext, clientID: String?, redirectURI: String?
    ) async throws {
        context.notes.note(errorCode: error.number)
        guard context.endpoint != .admin else { return }
        // Polling for a device code is not logged as a refusal.
        guard error.number != 70016 else { return }
        var entry = context.entry(
            .refused, clientID: clientID ?? error.values["app"],
            redirectURI: redirectURI ?? error.values["redirect_uri"],
            errorCode: error.number, detail: error.detail ?? error.entry.text(error.values))
        entry.callerBundleID = error.values["caller"]
        entry.callerAssurance = error.values["assurance"]
        entry.deviceID = error.values["device"]
        let refusal = entry
        try await context.services.store.transaction { try $0.append([refusal]) }
    }
}
