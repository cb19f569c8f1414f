import KeyfobIdPModel
import KeyfobOAuth

/// Requests the password again where a device is to be registered and the sign-in is not recent.
struct FreshSignInInteraction: Interaction {
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard let chosen = signIn.chosen else { return nil }
        let draft = signIn.attempt.draft
        let apis = draft.access.apis.map(\.application)
        guard FreshSignIn.isMissing(for: apis, since: chosen.account.authenticatedAt, now: signIn.context.now) else {
            return nil
        }
        guard draft.request.prompt == Prompt.none else {
            return try PasswordPrompt.step(name: chosen.home.userPrincipalName, signIn, in: transaction)
        }
        return .fail(OAuthError(50058, detail: "registering a device requires a sign-in of the last minutes"))
    }
}
