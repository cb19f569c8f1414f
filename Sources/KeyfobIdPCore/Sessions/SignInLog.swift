import KeyfobOAuth

/// The log entries for the steps of a sign-in.
enum SignInLog {
    static func page(
        _ decision: SignInDecision, _ attempt: SignInAttempt, _ context: RequestContext
    ) -> SignInLogEntry {
        switch decision {
        case .certificate: entry(.certificatePrompt, attempt, context)
        case .pick: entry(.accountPicker, attempt, context)
        case .consent(let user, let missing):
            entry(
                .consentPrompt, attempt, context, user: user,
                scopes: missing.items.map(\.permission.value) + missing.openID)
        case .secondFactor(let user, _): entry(.secondFactorPrompt, attempt, context, user: user)
        case .registerFactor(let user, _): entry(.registrationPrompt, attempt, context, user: user)
        case .refuse(let error):
            entry(.refused, attempt, context, errorCode: error.number, detail: error.entry.text(error.values))
        default: entry(.passwordPrompt, attempt, context)
        }
    }

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
