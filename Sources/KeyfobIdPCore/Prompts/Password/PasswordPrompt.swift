import KeyfobIdPModel
import KeyfobOAuth

/// Requests the name, and then the password.
struct PasswordPrompt: SignInPrompt {
    /// The name, if it is known already; nil requests it.
    let name: String?

    /// The step that requests credentials: the password, or the certificate that a broker requests for the user.
    static func step(
        name: String?, _ signIn: SignInProgress, in transaction: any IdPTransaction
    ) throws -> SignInStep {
        try CertificatePrompt.step(insteadOfPasswordFor: name, signIn, in: transaction)
            ?? .prompt(PasswordPrompt(name: name))
    }

    /// One entry for both pages: they are one prompt for credentials.
    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        attempt.isBetweenPages ? nil : SignInLog.entry(.passwordPrompt, attempt, context)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let attempt = shown.attempt
        let frame = SignInFrame(
            flow: shown.flow, client: shown.heading(context), notice: attempt.notice,
            formTarget: shown.formTarget, offersReset: attempt.draft.segment.policy != nil,
            certificateOrigin: CertificatePrompt.isOffered(attempt.draft, context) ? context.certificateOrigin : nil)
        let known = (attempt.typedName ?? name).flatMap { $0.isEmpty ? nil : $0 }
        let page = known.map { PasswordPage(frame: frame, name: $0).page } ?? NamePage(frame: frame).page
        return shown.response(page, context)
    }
}
