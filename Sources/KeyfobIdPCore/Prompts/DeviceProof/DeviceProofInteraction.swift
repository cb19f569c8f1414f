import KeyfobIdPModel
import KeyfobOAuth

/// Challenges the device where an error requires one and the web view supports challenges. It is challenged once; without
/// a proof the sign-in continues without a device.
struct DeviceProofInteraction: Interaction {
    var forms: [PromptForm] { [DeviceProofPrompt.form] }

    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) -> SignInStep? { nil }

    func step(toResolve error: OAuthError, _ signIn: SignInProgress) -> SignInStep? {
        guard DeviceChallenge.resolvable.contains(error.number),
            DeviceProofPrompt.isUseful(signIn.attempt, signIn.context)
        else { return nil }
        return .prompt(DeviceProofPrompt())
    }
}
