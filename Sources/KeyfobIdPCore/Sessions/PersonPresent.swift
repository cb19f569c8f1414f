import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobOAuth

/// In the strict profile a sign-in to a native app wants an action of the person: any process can open a
/// browser and listen at a loopback port, or own a scheme, in another app's name (RFC 8252 section 8.6).
enum PersonPresent {
    /// The step that is still wanted before a code goes out; nil if none is.
    ///
    /// - Parameter home: who is signed in; of a guest the object at home.
    static func decision(_ attempt: SignInAttempt, _ home: User) -> SignInDecision? {
        guard attempt.draft.profile == .strict, let target = attempt.draft.reply?.redirectURI, !isAssured(target),
            !isAssured(attempt.pending.evidence), !hasActed(attempt, home)
        else { return nil }
        guard attempt.draft.request.prompt == Prompt.none else { return .pick([home]) }
        return .fail(
            OAuthError(
                50058, error: "interaction_required", detail: "a native app is not signed in without the person"))
    }

    /// Whether only the app itself can get what is sent there: an address with TLS is its owner's.
    private static func isAssured(_ redirectURI: String) -> Bool { HTTPURL(redirectURI)?.scheme == "https" }

    /// Whether a broker names the app by more than that one's own word.
    private static func isAssured(_ evidence: SignInEvidence) -> Bool {
        guard evidence.isBrokered, let assurance = evidence.callerAssurance else { return false }
        return assurance != CallerIdentity.Assurance.claimed.rawValue
    }

    private static func hasActed(_ attempt: SignInAttempt, _ home: User) -> Bool {
        attempt.pending.authenticatedAt != nil || attempt.pending.hasPicked == true || attempt.accepted != nil
            || attempt.hasEditedProfile || attempt.hasProvedFactor(of: home.objectID)
    }
}
