import KeyfobIdPModel
import KeyfobOAuth

/// The user cancels a sign-in: the client gets `access_denied`, and a waiting device the error that it was declined.
enum SignInCancellation {
    static func answer(
        _ attempt: SignInAttempt, user: User?, _ context: RequestContext
    ) async throws -> HTTPResponse {
        try await context.transaction { transaction in
            if let hash = attempt.pending.deviceCodeHash, var device = try transaction.deviceCode(hash: hash),
                device.state == .pending
            {
                device.state = .declined
                try transaction.put(device)
            }
            try transaction.removePendingSignIn(idHash: attempt.pending.idHash)
            guard let user else { return }
            try transaction.append([
                SignInLog.entry(.consentDeclined, attempt, context, user: user, errorCode: 65004)
            ])
        }
        let client = attempt.draft.client?.displayName ?? ""
        guard let reply = attempt.draft.reply else {
            return DeviceDonePage(client: client, isApproved: false).page.response(random: context.random)
        }
        let values = ["user": user?.userPrincipalName ?? "the user", "app": client]
        throw RedirectedError(
            error: OAuthError(65004, values), reply: reply, clientID: attempt.draft.request.clientID,
            dialect: attempt.draft.dialect, subcode: "cancel")
    }
}
