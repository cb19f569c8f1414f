import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// The response at the end of a sign-in: the code or the id token for the client, a service's assertion, the result of
/// an administrator's consent, or a page for the user who has approved a device's code.
struct CompletedSignIn: Sendable {
    let attempt: SignInAttempt
    let user: User
    let account: BrowserSession.Account
    /// What the response says about the user.
    let identity: Identity

    /// What the response itself says about the user, besides the name.
    struct Identity: Sendable {
        /// The user of the id token; nil if the response has none.
        var idTokenSubject: TokenSubject?
        /// The user's roles at a service, for an assertion.
        var roles: [String] = []
    }

    func response(code: String, _ context: RequestContext) throws -> HTTPResponse {
        if attempt.pending.purpose == .adminConsent { return try adminConsent(context) }
        if case .saml(let address) = attempt.draft.reply {
            return try CompletedSAMLSignIn(
                attempt: attempt, address: address, user: user, account: account, roles: identity.roles, secret: code
            ).response(context)
        }
        guard attempt.pending.purpose == .authorize, let reply = attempt.draft.reply?.authorization else {
            return DeviceDonePage(client: attempt.draft.client?.displayName ?? "", isApproved: true)
                .page.response(random: context.random)
        }
        let hasCode = attempt.draft.responseTypes.contains("code")
        var parameters = FormParameters(hasCode ? [("code", code)] : [])
        if let subject = identity.idTokenSubject, let client = attempt.draft.client {
            var requested = context
            requested.dialect = attempt.draft.dialect
            let token = try TokenIssuer(context: requested, client: client)
                .idToken(for: subject, besides: hasCode ? code : nil, isInAddress: true)
            parameters.set("id_token", token.reveal())
        }
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

    private func adminConsent(_ context: RequestContext) throws(OAuthError) -> HTTPResponse {
        guard let reply = attempt.draft.reply?.authorization else { throw OAuthError(50011) }
        var parameters = FormParameters([("admin_consent", "True"), ("tenant", user.tenantID)])
        if attempt.draft.dialect == .v2 {
            parameters.set(
                "scope",
                attempt.draft.access.apis.flatMap { api in
                    api.spellings.isEmpty ? api.permissions.map { api.spelling(of: $0.value) } : api.spellings
                }.joined(separator: " "))
        }
        return reply.response(parameters, context)
    }
}
