import KeyfobIdPModel

/// The requirements of a sign-in, in the order in which they are asked. Nothing else determines the next step.
enum InteractionTable {
    static let rows: [any Interaction] = [
        CertificateInteraction(),
        DisabledDeviceInteraction(),
        AccountInteraction(),
        ProfileInteraction(),
        FreshSignInInteraction(),
        StepUpInteraction(),
        PolicyInteraction(),
        DeviceProofInteraction(),
        ConsentInteraction(),
        UserPresenceInteraction(),
        ForcedErrorInteraction(),
    ]

    /// The first step that a row requires; nil if all requirements are met.
    static func step(_ signIn: inout SignInProgress, in transaction: any IdPTransaction) throws -> SignInStep? {
        for row in rows {
            guard let step = try row.step(&signIn, in: transaction) else { continue }
            guard case .fail(let error) = step else { return step }
            return rows.lazy.compactMap { [signIn] in $0.step(toResolve: error, signIn) }.first ?? step
        }
        return nil
    }
}
