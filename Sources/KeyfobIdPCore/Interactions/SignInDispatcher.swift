import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Runs the next step of a sign-in after every form: asks the rows of ``InteractionTable``, stores the state, and writes
/// the page or the redirect.
enum SignInDispatcher {
    private enum Outcome: Sendable {
        case prompt(any SignInPrompt, flow: String, PendingSignIn, PageNotice?)
        case leave(String)
        case fail(OAuthError)
        case done(CompletedSignIn, code: String)
    }

    /// A step, and whether the browser kept the session when it closed, before and after.
    private typealias Step = (outcome: Outcome, wasPersistent: Bool, isPersistent: Bool)

    /// Continues a sign-in with the result of a form.
    static func proceed(_ form: PromptForm, _ context: RequestContext) async throws -> HTTPResponse {
        switch try await form.accept(context) {
        case .proceed(let attempt): try await proceed(attempt, context)
        case .respond(let response): response
        }
    }

    /// Continues a sign-in.
    static func proceed(_ attempt: SignInAttempt, _ context: RequestContext) async throws -> HTTPResponse {
        let flow = attempt.flowToken ?? context.random.token()
        let code = context.random.token(byteCount: 48)
        let grantID = context.random.uuid()
        let sessionHash = attempt.newSession.map(TokenHash.of) ?? attempt.browser.sessionHash
        let (outcome, wasPersistent, isPersistent) = try await context.transaction { transaction -> Step in
            var session = try sessionHash.flatMap { try transaction.session(idHash: $0) }
                .flatMap { $0.expiresAt >= context.now ? $0 : nil }
            let wasPersistent = session?.isPersistent == true
            func keeping(_ outcome: Outcome) -> Step { (outcome, wasPersistent, session?.isPersistent == true) }
            guard let client = attempt.draft.client else { return keeping(.fail(OAuthError(700016))) }
            var signIn = SignInProgress(attempt: attempt, client: client, context: context, session: session)
            switch try InteractionTable.step(&signIn, in: transaction) {
            case .leave(let address): return keeping(.leave(address))
            case .fail(let error): return keeping(.fail(error))
            case .prompt(let prompt):
                var pending = attempt.pending
                pending.idHash = TokenHash.of(flow)
                let notice = try prompt.prepare(&pending, attempt, context, in: transaction)
                try transaction.put(pending)
                if let entry = prompt.entry(attempt, context) { try transaction.append([entry]) }
                return keeping(.prompt(prompt, flow: flow, pending, notice))
            case nil:
                guard let chosen = signIn.chosen else { return keeping(.fail(OAuthError(50058))) }
                if signIn.endsWithBrowser { session?.isPersistent = nil }
                let completion = SignInCompletion(
                    attempt: attempt, user: chosen.user, account: chosen.account, context: context, grantID: grantID)
                let result = try completion.finish(code: code, session: session, in: transaction)
                if let token = attempt.flowToken {
                    try transaction.removePendingSignIn(idHash: TokenHash.of(token))
                }
                switch result {
                case .failure(let error): return keeping(.fail(error))
                case .success(let identity):
                    let completed = CompletedSignIn(
                        attempt: attempt, user: chosen.user, account: chosen.account, identity: identity)
                    return keeping(.done(completed, code: code))
                }
            }
        }
        var response = try await response(outcome, attempt, context)
        if let cookie = attempt.browser.newCookie { Cookies.set(Cookies.browser, cookie, in: &response) }
        // A cookie that the browser keeps lasts as long as its session, which each sign-in extends.
        let known = Cookies.value(Cookies.session, in: context.request)
        if let cookie = attempt.newSession ?? (wasPersistent ? known : nil) {
            let seconds = isPersistent ? context.configuration.persistentSessionInactivity : nil
            Cookies.set(Cookies.session, cookie, seconds: seconds, in: &response)
        }
        return response
    }

    private static func response(
        _ outcome: Outcome, _ attempt: SignInAttempt, _ context: RequestContext
    ) async throws -> HTTPResponse {
        switch outcome {
        case .prompt(let prompt, let flow, let pending, let notice):
            return try prompt.response(
                ShownPrompt(flow: flow, attempt: attempt, pending: pending, notice: notice), context)
        case .leave(let address): return .seeOther(address)
        case .done(let completed, let code): return try completed.response(code: code, context)
        case .fail(let error):
            if attempt.draft.segment.policy != nil, error.number == 50058,
                let reply = attempt.draft.reply?.authorization
            {
                throw B2CError.noSession(reply)
            }
            // A user who has just signed in stays signed in, although the client gets an error.
            guard let redirected = attempt.draft.refusal(error) as? RedirectedError else { throw error }
            return try await ErrorResponse.write(redirected, context)
        }
    }
}
