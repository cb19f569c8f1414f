import KeyfobIdPModel
import KeyfobOAuth

/// The log entries for the steps of a sign-in.
enum SignInLog {
    static func entry(
        _ event: SignInEvent, _ attempt: SignInAttempt, _ context: RequestContext, user: User? = nil,
        scopes: [String]? = nil, errorCode: Int? = nil, detail: String? = nil
    ) -> SignInLogEntry {
        var entry = context.entry(
            event, clientID: attempt.draft.request.clientID,
            redirectURI: attempt.draft.reply?.redirectURI, user: user, scopes: scopes ?? attempt.draft.access.spellings,
            resource: attempt.draft.access.apis.first?.application.identifierURIs.first, errorCode: errorCode,
            detail: detail)
        entry.correlationID = attempt.pending.correlationID
        entry.note(attempt.pending.evidence)
        return entry
    }
}
