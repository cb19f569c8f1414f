import KeyfobIdPModel
import KeyfobOAuth

/// Requests name and password.
struct PasswordPrompt: SignInPrompt {
    /// The name that the form contains; nil for none.
    let name: String?

    /// The step that requests credentials: the password, or the certificate that a broker requests for the user.
    static func step(
        name: String?, _ signIn: SignInProgress, in transaction: any IdPTransaction
    ) throws -> SignInStep {
        try CertificatePrompt.step(insteadOfPasswordFor: name, signIn, in: transaction)
            ?? .prompt(PasswordPrompt(name: name))
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.passwordPrompt, attempt, context)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let attempt = shown.attempt
        let isOffered = CertificatePrompt.isOffered(attempt.draft, context)
        return SignInPage(
            flow: shown.flow, client: shown.client, name: attempt.typedName ?? name ?? "", notice: attempt.notice,
            formTarget: shown.formTarget, offersReset: attempt.draft.segment.policy != nil,
            certificateOrigin: isOffered ? context.certificateOrigin : nil
        ).page.response(random: context.random)
    }
}
