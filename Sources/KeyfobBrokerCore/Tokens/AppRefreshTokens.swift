import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens by an app's own refresh token, for accounts without a primary refresh token.
struct AppRefreshTokens: Sendable {
    let core: BrokerCore

    /// Gets tokens with the app's refresh token. One that the provider reports as invalid is removed.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if the app has none, and the provider's errors.
    func refreshed(_ order: BrokerTokenRequest, _ account: VaultAccount) async throws(AuthError) -> FlowResult {
        guard let partition = try core.store.partition(homeAccountID: account.homeAccountID),
            let entity = CredentialRules.refreshToken(
                in: partition, clientID: order.clientID, app: order.app.owner, environment: account.environment,
                aliases: [order.authority.environment]),
            // A token that the client got on behalf of another app must not serve an app that is not signed in.
            partition.signInStates.contains(where: {
                $0.app == order.app.owner && $0.clientID.lowercased() == order.clientID.lowercased()
                    && $0.state == .signedIn
            })
        else { throw .signInNeeded }
        let secret = try entity.secret
        var parameters = RefreshFlowParameters(
            clientID: order.clientID, authority: order.authority, refreshToken: secret,
            environment: entity.environment, scopes: order.scopes, claims: order.claims,
            correlationID: order.correlationID)
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        if let enrollment = order.enrollmentID(account) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        do throws(AuthError) {
            return try await exchanged(parameters, order, account)
        } catch {
            if error.isAboutToken {
                try await core.store.write { transaction throws(AuthError) in
                    try CredentialRules.dropRefreshToken(
                        matching: secret, homeAccountID: account.homeAccountID, in: transaction)
                }
            }
            throw error
        }
    }

    /// Redeems a refresh token. An app that cancels does not end this: the provider may already have rotated the token.
    private func exchanged(
        _ parameters: RefreshFlowParameters, _ order: BrokerTokenRequest, _ account: VaultAccount
    ) async throws(AuthError) -> FlowResult {
        let exchange = Task { () async -> Result<FlowResult, AuthError> in
            do throws(AuthError) {
                return .success(
                    try await core.driver.refresh(parameters) { await keep($0, of: parameters, order, account) })
            } catch {
                return .failure(error)
            }
        }
        return try await exchange.value.get()
    }

    /// Replaces the spent refresh token by its successor before the rest of the response is validated. If that fails,
    /// so does storing the rest.
    private func keep(
        _ successor: RefreshTokenSuccessor, of parameters: RefreshFlowParameters, _ order: BrokerTokenRequest,
        _ account: VaultAccount
    ) async {
        _ = try? await core.store.write { transaction throws(AuthError) in
            try CredentialRules.replaceRefreshToken(
                parameters.refreshToken, by: successor.refreshToken, familyID: successor.familyID,
                clientID: order.clientID, homeAccountID: account.homeAccountID, in: transaction)
        }
    }
}
