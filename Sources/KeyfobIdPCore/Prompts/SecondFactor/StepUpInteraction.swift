import KeyfobIdPModel
import KeyfobOAuth

/// Requires a second factor in this sign-in for an authentication context, or the password if the user has none.
struct StepUpInteraction: Interaction {
    var forms: [PromptForm] {
        [
            PromptForm(.post, path: "/common/second-factor", SecondFactorForm.accept),
            PromptForm(.post, path: "/common/register-factor", FactorRegistrationForm.accept),
        ]
    }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard let chosen = signIn.chosen else { return nil }
        let attempt = signIn.attempt
        let met = chosen.account.contexts ?? []
        guard !attempt.hasProvedFactor(of: chosen.home.objectID),
            let unmet = attempt.draft.claims.wantedContexts.first(where: { !met.contains($0) })
        else { return nil }
        let isSilent = attempt.draft.request.prompt == Prompt.none
        if isSilent, !attempt.draft.claims.essentialContexts.contains(unmet) { return nil }
        let offer = FactorOffer(try transaction.factors(userID: chosen.home.objectID))
        if offer.isEmpty, attempt.pending.authenticatedAt != nil { return nil }
        guard isSilent else {
            return offer.isEmpty
                ? try PasswordPrompt.step(name: chosen.home.userPrincipalName, signIn, in: transaction)
                : .prompt(SecondFactorPrompt(home: chosen.home, offer: offer))
        }
        let resource = attempt.draft.access.apis.first?.application.displayName ?? ""
        return .fail(
            OAuthError(
                50076, ["resource": resource], error: "interaction_required", claims: RequestedClaims.asking(for: unmet)
            )
        )
    }
}
