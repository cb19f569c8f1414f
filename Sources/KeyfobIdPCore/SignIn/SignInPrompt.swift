import KeyfobIdPModel
import KeyfobOAuth

/// A page that requests something of the user, or a redirect that requests it of the device or the browser.
protocol SignInPrompt: Sendable {
    /// Stores in the pending sign-in what the prompt's form needs.
    ///
    /// - Returns: a notice for the page; nil if there is none.
    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) throws -> PageNotice?

    /// The entry of the sign-in log; nil for a prompt that no user sees.
    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry?

    /// The page or the redirect.
    func response(_ shown: ShownPrompt, _ context: RequestContext) throws -> HTTPResponse
}

extension SignInPrompt {
    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) throws -> PageNotice? { nil }
}

/// A prompt's sign-in at the time when it is shown.
struct ShownPrompt {
    /// The flow token: the hidden field `flow` of the form.
    let flow: String
    let attempt: SignInAttempt
    /// The pending sign-in as it was stored.
    let pending: PendingSignIn
    let notice: PageNotice?

    /// The response with a page, which looks as the organization wants it: that of the address, or of the typed name.
    func response(_ page: Page, _ context: RequestContext) -> HTTPResponse {
        let domain = attempt.typedName?.split(separator: "@").last.map { $0.lowercased() }
        let tenant = attempt.draft.segment.tenant ?? domain.flatMap { context.directory.tenant($0) }
        var page = page
        page.branding = tenant?.branding
        return page.response(random: context.random)
    }

    /// The client as a page shows it.
    func heading(_ context: RequestContext) -> ClientHeading {
        ClientHeading(attempt.draft.client, in: context.directory)
    }

    /// The address to which the form may lead in the end.
    var formTarget: String? { attempt.draft.reply?.redirectURI }
}

/// A route by which a prompt is answered.
struct PromptForm: Sendable {
    /// The result of a form.
    enum Result: Sendable {
        /// Continue the sign-in with the next step.
        case proceed(SignInAttempt)
        /// Return this response: the sign-in has ended.
        case respond(HTTPResponse)
    }

    let method: HTTPMethod
    let path: StaticString
    let accept: @Sendable (RequestContext) async throws -> Result

    init(
        _ method: HTTPMethod, path: StaticString,
        _ accept: @escaping @Sendable (RequestContext) async throws -> Result
    ) {
        self.method = method
        self.path = path
        self.accept = accept
    }
}
