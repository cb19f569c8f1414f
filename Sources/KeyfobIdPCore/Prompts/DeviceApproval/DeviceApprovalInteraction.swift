import KeyfobIdPModel
import KeyfobOAuth

/// After a device's code, the user confirms that it is this app that they sign in to: an attacker can send the
/// code of their own device to a user (RFC 8628 section 5.4).
struct DeviceApprovalInteraction: Interaction {
    var forms: [PromptForm] { [PromptForm(.post, path: "/common/device-approval", Self.accept)] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        let pending = signIn.attempt.pending
        guard pending.purpose == .device, pending.hasApprovedDevice != true, let chosen = signIn.chosen else {
            return nil
        }
        let device = try pending.deviceCodeHash.flatMap { try transaction.deviceCode(hash: $0) }
        return .prompt(DeviceApprovalPrompt(home: chosen.home, address: device?.address))
    }

    private static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        guard let action = form["action"], action == "continue" || action == "cancel" else {
            throw OAuthError.missing("action")
        }
        guard attempt.pending.purpose == .device else { throw OAuthError(50089) }
        if action == "cancel" { return .respond(try await SignInCancellation.answer(attempt, user: nil, context)) }
        attempt.pending.hasApprovedDevice = true
        return .proceed(attempt)
    }
}

private struct DeviceApprovalPrompt: SignInPrompt {
    /// The user who signed in: another object for a guest.
    let home: User
    /// The address from which the code was requested.
    let address: String?

    func prepare(
        _ pending: inout PendingSignIn, _ attempt: SignInAttempt, _ context: RequestContext,
        in transaction: any IdPTransaction
    ) -> PageNotice? {
        pending.userID = home.objectID
        return nil
    }

    func entry(_ attempt: SignInAttempt, _ context: RequestContext) -> SignInLogEntry? {
        SignInLog.entry(.deviceApprovalPrompt, attempt, context, user: home)
    }

    func response(_ shown: ShownPrompt, _ context: RequestContext) -> HTTPResponse {
        let page = DeviceApprovalPage(
            flow: shown.flow, client: shown.heading(context), account: home.userPrincipalName,
            name: home.displayName, origin: address.map { ($0, $0 == context.network) }
        ).page
        return shown.response(page, context)
    }
}
