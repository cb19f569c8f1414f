import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// In the strict profile a sign-in to a native app requires an action of the user: any process can open a browser and
/// listen at a loopback port, or claim a scheme, in another app's name (RFC 8252 section 8.6).
struct UserPresenceInteraction: Interaction {
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) -> SignInStep? {
        let attempt = signIn.attempt
        guard let home = signIn.chosen?.home, attempt.draft.profile == .strict,
            let target = attempt.draft.reply?.redirectURI, !Self.isAssured(target),
            !Self.isAssured(attempt.pending.evidence), !Self.hasActed(attempt, home)
        else { return nil }
        guard attempt.draft.request.prompt == Prompt.none else {
            return .prompt(AccountPickerPrompt(users: [home]))
        }
        return .fail(
            OAuthError(50058, error: "interaction_required", detail: "a native app needs an action of the user"))
    }

    /// Whether only the app itself can receive the response: an address with TLS belongs to its owner.
    private static func isAssured(_ redirectURI: String) -> Bool { HTTPURL(redirectURI)?.scheme == "https" }

    /// Whether the broker has verified the app that it names.
    private static func isAssured(_ evidence: SignInEvidence) -> Bool {
        guard evidence.isBrokered, let assurance = evidence.callerAssurance else { return false }
        return assurance != CallerIdentity.Assurance.claimed.rawValue
    }

    private static func hasActed(_ attempt: SignInAttempt, _ home: User) -> Bool {
        attempt.pending.authenticatedAt != nil || attempt.pending.hasPicked == true || attempt.accepted != nil
            || attempt.hasEditedProfile || attempt.hasProvedFactor(of: home.objectID)
    }
}
