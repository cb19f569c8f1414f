import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Requests a certificate: at the provider's own address that requests them, or, for a broker's web view, at an address
/// on which the broker presents one or opens the system's browser.
struct CertificatePrompt: SignInPrompt {
    /// The user's name.
    let name: String

    /// Whether the sign-in page offers certificates: the provider has such an address, and a tenant that the request
    /// admits has configured the method.
    static func isOffered(_ draft: AuthorizationDraft, _ context: RequestContext) -> Bool {
        guard context.certificateOrigin != nil else { return false }
        if let tenant = draft.segment.tenant { return tenant.certificates != nil }
        return context.directory.tenants.contains { $0.certificates != nil && context.host.serves($0) }
    }

    /// Continues a sign-in with a certificate, which the user has chosen on the sign-in page.
    static func choose(
        _ attempt: SignInAttempt, name: String, _ context: RequestContext
    ) throws(OAuthError) -> SignInAttempt {
        guard isOffered(attempt.draft, context) else { throw OAuthError(1001000, ["user": name]) }
        var attempt = attempt
        attempt.typedName = name
        attempt.wantsCertificate = true
        return attempt
    }

    /// The step that requests a certificate instead of the password, where a broker states that the user chose it before.
    static func step(
        insteadOfPasswordFor name: String?, _ signIn: SignInProgress, in transaction: any IdPTransaction
    ) throws -> SignInStep? {
        guard let name, signIn.attempt.flowToken == nil, isBrokers(signIn.attempt.pending),
            isOffered(signIn.attempt.draft, signIn.context)
        else { return nil }
        return try step(name: name, signIn, in: transaction)
    }

    /// The step that requests a certificate: here, or, for a web view without certificates, in the system's browser.
    static func step(
        name: String, _ signIn: SignInProgress, in transaction: any IdPTransaction
    ) throws -> SignInStep {
        let (attempt, context) = (signIn.attempt, signIn.context)
        guard PKeyAuthSupport.isAdvertised(context.request), attempt.pending.purpose == .authorize,
            let reply = attempt.draft.reply?.authorization, !BrokerRedirectForm.isCertificateRedirect(reply.redirectURI)
        else { return .prompt(CertificatePrompt(name: name)) }
        let address = try handOver(attempt, name: name, reply: reply, context)
        try transaction.removePendingSignIn(idHash: attempt.pending.idHash)
        try transaction.append([
            SignInLog.entry(.certificatePrompt, attempt, context, detail: "handed over to the system's browser")
        ])
        return .leave(address)
    }

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.certificate = PendingCertificate(name: name, origin: context.origin)
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.certificatePrompt, attempt, context)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let tenant = shown.attempt.pending.tenantSegment.part(before: "/")
        let query = FormParameters([("flow", shown.flow)]).encoded
        return .seeOther("\(context.certificateOrigin ?? "")/\(tenant)/certauth?\(query)")
    }

    /// Whether a broker opened the system's browser with this request.
    private static func isBrokers(_ pending: PendingSignIn) -> Bool {
        (try? FormParameters(parsing: pending.parameters))?[flag] == "true"
    }

    private static let flag = "broker_is_performing_cba"

    /// The address for a broker's web view, which has no certificates: the same request with the second redirect URI,
    /// for the system's browser or the broker's own certificates. The code is sent to that redirect URI only.
    private static func handOver(
        _ attempt: SignInAttempt, name: String, reply: AuthorizationResponseAddress, _ context: RequestContext
    ) throws -> String {
        let second = BrokerRedirectForm.certificateRedirect(for: reply.redirectURI)
        let client = attempt.draft.client
        guard RedirectMatching.isRegistered(second, in: client?.redirectURIs.all ?? []) else {
            // The first redirect URI is registered, so the client can get the error.
            throw RedirectedError(
                error: OAuthError(
                    50011, ["redirect_uri": second, "app": client?.appID ?? ""],
                    detail: "sign-in by certificate needs it in addition to \(reply.redirectURI)"),
                reply: .authorization(reply), clientID: attempt.draft.request.clientID, dialect: attempt.draft.dialect)
        }
        var parameters: FormParameters
        do { parameters = try FormParameters(parsing: attempt.pending.parameters) } catch {
            throw OAuthError.malformed(error)
        }
        if attempt.draft.request.prompt == .selectAccount { parameters = parameters.without(["prompt"]) }
        parameters.set("redirect_uri", second)
        parameters.set("login_hint", name)
        parameters.set(flag, "true")
        let version = attempt.draft.dialect == .v2 ? "/v2.0" : ""
        let place = "\(context.origin)/\(attempt.pending.tenantSegment)/oauth2\(version)/authorize"
        return "browser://\(place.drop(while: { $0 != "/" }).dropFirst(2))?\(parameters.encoded)"
    }
}
