import KeyfobIdPModel
import KeyfobOAuth

/// Compares the methods of the sign-in with those that a SAML request names. As at Entra ID, a session that was begun
/// in another way is refused and not replaced: `ForceAuthn` requests another sign-in.
struct AuthnContextInteraction: Interaction {
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) -> SignInStep? {
        guard let chosen = signIn.chosen, case .saml(let address) = signIn.attempt.draft.reply else { return nil }
        let evidence = chosen.account.evidence.adding(signIn.attempt.pending.evidence)
        guard AuthenticationContext.match(address.exchange.contexts, evidence) == nil else { return nil }
        return .fail(OAuthError(75011, ["user": chosen.home.userPrincipalName]))
    }
}
