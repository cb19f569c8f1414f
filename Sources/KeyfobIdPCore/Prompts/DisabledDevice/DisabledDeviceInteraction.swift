import KeyfobIdPModel
import KeyfobOAuth

/// Refuses a sign-in from a device that its organization has disabled; one that is enabled again may sign in.
struct DisabledDeviceInteraction: Interaction {
    func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        let attempt = signIn.attempt
        let devices = [attempt.pending.disabledDeviceID, attempt.pending.evidence.deviceID]
        guard var error = try DisabledDevice.refusal(of: devices, in: transaction) else { return nil }
        guard attempt.draft.request.prompt != Prompt.none else {
            error.error = "interaction_required"
            return .fail(error)
        }
        return AccessRefusedPrompt.step(error, attempt)
    }
}
