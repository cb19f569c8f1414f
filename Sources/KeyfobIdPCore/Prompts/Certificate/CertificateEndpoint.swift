import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// `GET /T/certauth?flow=...`, at the address that requests certificates: checks the certificate, and redirects the
/// browser back with a ticket.
///
/// The result is stored in the record of the sign-in, and counts only for the browser that both began the sign-in (it
/// has that cookie) and presented the certificate (it received the ticket): no user can be lured into signing in the
/// browser of another user.
enum CertificateEndpoint {
    static func answer(_ context: RequestContext) async throws -> HTTPResponse {
        let flow = try context.query()["flow"] ?? ""
        let hash = TokenHash.of(flow)
        let found = try await context.transaction { transaction -> (PendingSignIn, PendingCertificate, User?)? in
            guard let pending = try transaction.pendingSignIn(idHash: hash), pending.expiresAt >= context.now,
                let step = pending.certificate
            else { return nil }
            return (pending, step, try transaction.user(userPrincipalName: step.name))
        }
        guard let (pending, step, user) = found else { throw Self.unknown }
        // Under the same host the cookie is in this request already; under another only the ticket binds.
        if Cookies.value(Cookies.browser, in: context.request) != nil {
            guard ConstantTime.equal(pending.browserHash, Browser(context).hash) else { throw Self.unknown }
        }
        let outcome = try await CertificateJudgement.outcome(step.name, user, context)
        let ticket = context.random.token()
        try await context.transaction { transaction in
            guard var pending = try transaction.pendingSignIn(idHash: hash), pending.certificate != nil else { return }
            pending.certificate?.ticketHash = TokenHash.of(ticket)
            pending.certificate?.outcome = outcome
            try transaction.put(pending)
        }
        let query = FormParameters([("flow", flow), ("ticket", ticket)]).encoded
        return .seeOther("\(step.origin)/common/certificate?\(query)")
    }

    private static let unknown = OAuthError(
        50089, detail: "the request to the address for certificates names no sign-in that waits for one")
}
