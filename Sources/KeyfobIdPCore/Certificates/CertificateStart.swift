import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// The way from the sign-in page to where certificates are: the provider's own address that asks for them, or, from a
/// broker's web view, which has none, the system's browser.
enum CertificateStart {
    /// Whether the sign-in page offers it: the provider has such an address, and a tenant that the request admits has
    /// such users.
    static func isOffered(_ draft: AuthorizationDraft, _ context: RequestContext) -> Bool {
        guard context.certificateOrigin != nil else { return false }
        if let tenant = draft.segment.tenant { return tenant.certificates != nil }
        return context.directory.tenants.contains { $0.certificates != nil && context.place.serves($0) }
    }

    /// The button of the sign-in page.
    static func answer(_ attempt: SignInAttempt, name: String, _ context: RequestContext) async throws -> HTTPResponse {
        guard isOffered(attempt.draft, context) else { throw OAuthError(1001000, ["user": name]) }
        var attempt = attempt
        attempt.typedName = name
        if PKeyAuthSupport.isAdvertised(context.request), attempt.pending.purpose == .authorize,
            let reply = attempt.draft.reply
        {
            return try await handOver(attempt, name: name, reply: reply, context)
        }
        attempt.wantsCertificate = true
        return try await SignInDispatcher.proceed(attempt, context)
    }

    /// What comes next where a certificate was chosen, or where it would be the password page: the request of a system's browser that a broker sent here
    /// goes on to the certificate at once, since its person has chosen that already.
    static func instead(
        of decision: SignInDecision, _ attempt: SignInAttempt, _ context: RequestContext
    ) -> SignInDecision {
        if attempt.wantsCertificate, let name = attempt.typedName { return .certificate(name: name) }
        guard attempt.flowToken == nil, case .password(let name?) = decision, isBrokers(attempt.pending),
            isOffered(attempt.draft, context)
        else { return decision }
        return .certificate(name: name)
    }

    /// Where the browser is asked for a certificate.
    static func address(flow: String, _ attempt: SignInAttempt, _ context: RequestContext) -> String {
        let tenant = attempt.pending.tenantSegment.prefix { $0 != "/" }
        let query = FormParameters([("flow", flow)]).encoded
        return "\(context.certificateOrigin ?? "")/\(tenant)/certauth?\(query)"
    }

    /// Whether a broker sent the system's browser with this request.
    private static func isBrokers(_ pending: PendingSignIn) -> Bool {
        (try? FormParameters(parsing: pending.parameters))?[flag] == "true"
    }

    private static let flag = "broker_is_performing_cba"

    /// Sends a broker's web view away, to open the system's browser at the same request with the second redirect URI:
    /// the code comes back to the broker by it, and nowhere else.
    private static func handOver(
        _ attempt: SignInAttempt, name: String, reply: AuthorizationReply, _ context: RequestContext
    ) async throws -> HTTPResponse {
        let second = BrokerRedirectForm.certificateRedirect(for: reply.redirectURI)
        let client = attempt.draft.client
        guard RedirectMatching.isRegistered(second, in: client?.redirectURIs.all ?? []) else {
            // The first redirect URI is registered, so that the client can be told.
            throw RedirectedError(
                error: OAuthError(
                    50011, ["redirect_uri": second, "app": client?.appID ?? ""],
                    detail: "sign-in by certificate needs it beside \(reply.redirectURI)"),
                reply: reply, clientID: attempt.draft.request.clientID, dialect: attempt.draft.dialect)
        }
        var parameters: FormParameters
        do { parameters = try FormParameters(parsing: attempt.pending.parameters) } catch {
            throw OAuthError.malformed(error)
        }
        if attempt.draft.request.prompt == .selectAccount { parameters = parameters.without(["prompt"]) }
        parameters.set("redirect_uri", second)
        parameters.set("login_hint", name)
        parameters.set(flag, "true")
        let idHash = attempt.pending.idHash
        try await context.transaction { transaction in
            try transaction.removePendingSignIn(idHash: idHash)
            try transaction.append([
                SignInLog.entry(.certificatePrompt, attempt, context, detail: "handed to the system's browser")
            ])
        }
        let version = attempt.draft.dialect == .v2 ? "/v2.0" : ""
        let place = "\(context.origin)/\(attempt.pending.tenantSegment)/oauth2\(version)/authorize"
        return .seeOther("browser://\(place.drop(while: { $0 != "/" }).dropFirst(2))?\(parameters.encoded)")
    }
}
