import KeyfobCore
import KeyfobOAuth

/// Runs the next step of a sign-in after every page: decides on it, stores the state, and writes the page or the
/// redirect.
enum SignInDispatcher {
    private struct Outcome: Sendable {
        let decision: SignInDecision
        var flowToken: String?
        var code: String?
        var tenant: Tenant?
        var factor: PendingFactor?
        var notice: PageNotice?
    }

    static func proceed(_ attempt: SignInAttempt, _ context: RequestContext) async throws -> HTTPResponse {
        let flowToken = attempt.flowToken ?? context.random.token()
        let code = context.random.token(byteCount: 48)
        let grantID = context.random.uuid()
        let sessionHash = attempt.newSession.map(TokenHash.of) ?? attempt.browser.sessionHash
        let outcome = try await context.transaction { transaction -> Outcome in
            let session = try sessionHash.flatMap { try transaction.session(idHash: $0) }
                .flatMap { $0.expiresAt >= context.now ? $0 : nil }
            var decision = try SignInRules.decide(
                attempt, session: session, context, in: transaction)
            decision = try CertificateStart.instead(of: decision, attempt, context, in: transaction)
            if case .done(let user, _) = decision,
                let forced = try ForcedErrorRule.takeForUser(
                    user, clientID: attempt.draft.request.clientID, at: .authorize, context, in: transaction)
            {
                decision = .fail(forced)
            }
            decision = DeviceChallenge.instead(of: decision, attempt, context)
            var outcome = Outcome(decision: decision)
            switch decision {
            case .done(let user, let account):
                let completion = SignInCompletion(
                    attempt: attempt, user: user, account: account, context: context, grantID: grantID)
                if let error = try completion.finish(code: code, session: session, in: transaction) {
                    decision = .fail(error)
                    outcome = Outcome(decision: decision)
                } else {
                    outcome.code = code
                }
                if let token = attempt.flowToken {
                    try transaction.removePendingSignIn(idHash: TokenHash.of(token))
                }
            case .fail, .leave: break
            case .password, .certificate, .pick, .consent, .profile, .secondFactor, .registerFactor, .refuse,
                .deviceProof:
                var pending = attempt.pending
                pending.idHash = TokenHash.of(flowToken)
                outcome.notice = try FactorPages.prepare(decision, &pending, attempt, context, transaction)
                outcome.factor = pending.factor
                if case .certificate(let name) = decision {
                    pending.certificate = PendingCertificate(name: name, origin: context.origin)
                }
                if case .deviceProof = decision { pending.deviceWasAsked = true }
                if case .profile(let user) = decision { pending.userID = user.signInID }
                if case .consent(let user, _) = decision {
                    pending.userID = user.signInID
                    outcome.tenant = context.directory.tenant(user.tenantID)
                }
                try transaction.put(pending)
                outcome.flowToken = flowToken
                if case .deviceProof = decision { return outcome }
                try transaction.append([SignInLog.page(decision, attempt, context)])
            }
            return outcome
        }
        return try await response(outcome, attempt, context)
    }

    private static func response(
        _ outcome: Outcome, _ attempt: SignInAttempt, _ context: RequestContext
    ) async throws -> HTTPResponse {
        let flow = outcome.flowToken ?? ""
        let client = attempt.draft.client?.displayName ?? ""
        let target = attempt.draft.reply?.redirectURI
        var response: HTTPResponse
        switch outcome.decision {
        case .password(let name):
            response = SignInPage(
                flow: flow, client: client, name: attempt.typedName ?? name ?? "", notice: attempt.notice,
                formTarget: target, offersReset: attempt.draft.segment.policy != nil,
                certificateOrigin: CertificateStart.isOffered(attempt.draft, context) ? context.certificateOrigin : nil
            ).page.response(random: context.random)
        case .certificate:
            response = .seeOther(CertificateStart.address(flow: flow, attempt, context))
        case .deviceProof: response = try DeviceChallenge.redirect(flow: flow, attempt.draft.segment, context)
        case .profile(let user):
            response = ProfilePage(flow: flow, client: client, user: user, formTarget: target)
                .page.response(random: context.random)
        case .pick(let users):
            response = AccountPickerPage(flow: flow, client: client, users: users, formTarget: target)
                .page.response(random: context.random)
        case .consent(let user, let missing):
            response = ConsentPage(
                flow: flow, client: client, user: user, missing: missing,
                isPartial: outcome.tenant?.partialConsent ?? false,
                scope: consentScope(attempt, user, context), formTarget: target
            ).page.response(random: context.random)
        case .secondFactor(let user, let offer):
            response = SecondFactorPage(
                flow: flow, client: client, user: user, offer: offer, isTexted: outcome.factor?.textHash != nil,
                notice: attempt.notice ?? outcome.notice, formTarget: target
            ).page.response(random: context.random)
        case .registerFactor(let user, let offer):
            response = RegisterFactorPage(
                flow: flow, user: user, tenant: context.directory.tenant(user.tenantID)?.displayName ?? "",
                offer: offer, key: outcome.factor?.proposedKey ?? [], textedTo: outcome.factor?.proposedPhoneNumber,
                notice: attempt.notice, formTarget: target
            ).page.response(random: context.random)
        case .refuse(let error):
            response = AccessRefusedPage(
                flow: flow, client: client, number: error.number, text: error.entry.text(error.values),
                remedy: error.entry.remedy, formTarget: target
            ).page.response(random: context.random)
        case .leave(let address): response = .seeOther(address)
        case .done(let user, let account):
            response = try done(outcome.code ?? "", user, account, attempt, context)
        case .fail(let error):
            if let reply = attempt.draft.reply, attempt.draft.segment.policy != nil, error.number == 50058 {
                throw B2CError.noSession(reply)
            }
            // A user who has just signed in stays signed in, although the client gets an error.
            guard let told = attempt.draft.refusal(error) as? RedirectedError else { throw error }
            response = try await Failure.answer(told, context)
        }
        if let cookie = attempt.browser.newCookie { Cookies.set(Cookies.browser, cookie, in: &response) }
        if let cookie = attempt.newSession { Cookies.set(Cookies.session, cookie, in: &response) }
        return response
    }

    private static func consentScope(
        _ attempt: SignInAttempt, _ user: User, _ context: RequestContext
    ) -> ConsentScope {
        if attempt.isForEveryone { return .everyone }
        return ConsentAuthority.isAdministrator(user, in: context.directory) ? .userOrEveryone : .user
    }

    private static func done(
        _ code: String, _ user: User, _ account: BrowserSession.Account, _ attempt: SignInAttempt,
        _ context: RequestContext
    ) throws -> HTTPResponse {
        if attempt.pending.purpose == .adminConsent {
            return try AdminConsentEndpoint.done(tenantID: user.tenantID, attempt, context)
        }
        guard attempt.pending.purpose == .authorize, let reply = attempt.draft.reply else {
            return DeviceDonePage(client: attempt.draft.client?.displayName ?? "", isApproved: true)
                .page.response(random: context.random)
        }
        var parameters = FormParameters([("code", code)])
        if attempt.draft.request.wantsClientInfo {
            let info = HomeIdentity.clientInfo(of: user, at: attempt.draft.segment.key, in: context.directory)
            parameters.set("client_info", ifPresent: info?.rawValue)
        }
        parameters.set("session_state", account.sessionID)
        if attempt.draft.request.isInstanceAware {
            let cloud = CloudNames(of: user, context)
            parameters.set("cloud_instance_name", cloud.name)
            parameters.set("cloud_instance_host_name", cloud.host)
            parameters.set("cloud_graph_host_name", cloud.graph)
        }
        if attempt.isForEveryone { parameters.set("admin_consent", "True") }
        return reply.response(parameters, context)
    }
}
