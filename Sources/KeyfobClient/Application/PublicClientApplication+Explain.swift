public import KeyfobBrokerClient
public import KeyfobCore

extension PublicClientApplication {
    /// Explains what ``acquireTokenSilent(_:)`` would do with these parameters, and why. It only reads the store:
    /// nothing is written, no server is asked, and no token is returned.
    ///
    /// - Throws: `AuthError` with code `storeLocked` or `storeUnavailable`.
    public func explainSilent(_ parameters: SilentParameters) throws(AuthError) -> SilentExplanation {
        try silentFlow.explain(parameters)
    }

    /// Explains whether ``acquireToken(_:)`` would use a broker with these parameters, and why. The system is asked
    /// whether there is a broker; no page is shown.
    ///
    /// - Throws: `AuthError` with code `configuration`, caused by a ``SetupFinding``, if the app is not set up for the
    ///   broker that it would open.
    public func explainInteractive(_ parameters: InteractiveParameters) async throws(AuthError) -> BrokerRoute {
        try await brokerRouting.brokerRoute(
            parameters.brokerUse, at: parameters.authority ?? configuration.authority, mayAskPerson: true)
    }
}
