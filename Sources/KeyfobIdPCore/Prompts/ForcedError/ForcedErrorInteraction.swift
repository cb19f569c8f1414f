import KeyfobIdPModel
import KeyfobOAuth

/// Returns the error that the admin API has set for this user, once nothing else is required.
struct ForcedErrorInteraction: Interaction {
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        guard let chosen = signIn.chosen else { return nil }
        return try ForcedErrorRule.takeForUser(
            chosen.user, clientID: signIn.attempt.draft.request.clientID, at: .authorize, signIn.context,
            in: transaction
        ).map { .fail($0) }
    }
}
