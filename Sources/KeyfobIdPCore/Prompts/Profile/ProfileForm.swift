import KeyfobIdPModel
import KeyfobOAuth

/// `POST /common/profile`: the user's changes under a policy that edits profiles.
enum ProfileForm {
    static func accept(_ context: RequestContext) async throws -> PromptForm.Result {
        let form = try context.form()
        var attempt = try await PendingForm.attempt(form, context)
        guard form["action"] != "cancel" else { throw B2CError.cancelled(attempt.draft.reply?.authorization) }
        guard let name = form.nonEmpty("name"), name.utf8.count <= 256 else { throw OAuthError.missing("name") }
        let decided = attempt
        try await context.transaction { transaction in
            // Only a user who is signed in in this browser can change their own profile.
            let session = try decided.browser.sessionHash.flatMap { try transaction.session(idHash: $0) }
            guard let id = decided.pending.userID, var user = try transaction.user(objectID: id), user.isEnabled,
                user.tenantID == decided.draft.segment.tenant?.id, let session, session.expiresAt >= context.now,
                session.accounts.contains(where: { $0.userID == id && $0.epoch == user.revocationEpoch })
            else { throw OAuthError(50089) }
            user.displayName = name
            try transaction.put(user)
        }
        attempt.hasEditedProfile = true
        return .proceed(attempt)
    }
}
