import KeyfobIdPModel
import KeyfobOAuth

/// The requirements of a sign-in, in the order in which they are asked. Nothing else determines the next step.
enum InteractionTable {
    static let rows: [any Interaction] = [
        CertificateInteraction(),
        DisabledDeviceInteraction(),
        AccountInteraction(),
        PasswordChangeInteraction(),
        ProfileInteraction(),
        FreshSignInInteraction(),
        StepUpInteraction(),
        PolicyInteraction(),
        DeviceProofInteraction(),
        AuthnContextInteraction(),
        DeviceApprovalInteraction(),
        ConsentInteraction(),
        UserPresenceInteraction(),
    ]

    /// The first step that a row requires; nil if all requirements are met. After the rows comes the hook after
    /// identification, which may refuse the request.
    static func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        for row in rows {
            if let step = try row.step(&signIn, in: transaction) { return resolved(step, signIn) }
        }
        guard let chosen = signIn.chosen else { return nil }
        let refusal = try signIn.context.refusal(
            of: chosen.user, clientID: signIn.attempt.draft.request.clientID, at: .authorize, in: transaction)
        return refusal.map { resolved(.fail($0), signIn) }
    }

    /// The step by which a row resolves an error, if there is one.
    private static func resolved(_ step: SignInStep, _ signIn: SignInProgress) -> SignInStep {
        guard case .fail(let error) = step else { return step }
        return rows.lazy.compactMap { $0.step(toResolve: error, signIn) }.first ?? step
    }
}
