import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth

/// Gets tokens by an app's own refresh token, for accounts without a primary refresh token.
struct AppRefreshTokens: Sendable {
    let core: BrokerCore
    let order: BrokerTokenRequest
    let account: VaultAccount

    /// The app's refresh token; nil if it has none.
    func token(in partition: AccountPartition) throws(AuthError) -> AppRefreshToken? {
        guard
            let entity = CredentialRules.refreshToken(
                in: partition, clientID: order.clientID, app: order.app.owner, environment: account.environment,
                aliases: [order.authority.environment]),
            // A token that the client got on behalf of another app must not serve an app that is not signed in.
            partition.signInStates.contains(where: {
                $0.app == order.app.owner && $0.clientID.lowercased() == order.clientID.lowercased()
                    && $0.state == .signedIn
            })
        else { return nil }
        return try AppRefreshToken(entity)
    }

    /// Redeems a refresh token.
    ///
    /// - Parameter keeping: called with its successor, before the rest of the response is validated.
    func redeem(
        _ token: AppRefreshToken, keeping: @escaping @Sendable (RefreshTokenSuccessor) async -> Void
    ) async throws(AuthError) -> FlowResult {
        var parameters = RefreshFlowParameters(
            clientID: order.clientID, authority: order.authority, refreshToken: token.secret,
            environment: token.environment, scopes: order.scopes, claims: order.claims,
            correlationID: order.correlationID)
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        if let enrollment = order.enrollmentID(account) {
            parameters.tokenQuery.set("microsoft_enrollment_id", enrollment)
        }
        return try await core.driver.refresh(parameters, keeping: keeping)
    }

    /// Replaces the redeemed refresh token by its successor.
    ///
    /// - Returns: the successor; nil if it was not stored.
    func keep(_ successor: RefreshTokenSuccessor, of token: AppRefreshToken) async -> AppRefreshToken? {
        let isStored = try? await core.store.write { [self] transaction throws(AuthError) in
            try CredentialRules.replaceRefreshToken(
                token.secret, by: successor.refreshToken, familyID: successor.familyID,
                clientID: order.clientID, homeAccountID: account.homeAccountID, in: transaction)
        }
        guard isStored == true else { return nil }
        var next = token
        next.secret = successor.refreshToken
        return next
    }

    /// Deletes a refresh token.
    func drop(_ token: AppRefreshToken) async throws(AuthError) {
        try await core.store.write { [account] transaction throws(AuthError) in
            try CredentialRules.dropRefreshToken(
                matching: token.secret, homeAccountID: account.homeAccountID, in: transaction)
        }
    }
}

/// A refresh token by which the broker gets tokens for an app.
enum BrokerCredential: Sendable {
    /// The account's primary refresh token.
    case primary(PrimaryToken)
    /// The app's own refresh token.
    case app(AppRefreshToken)
}

/// A refresh token of an app in the store.
struct AppRefreshToken: Sendable {
    var secret: Secret<String>
    /// The host that it may be sent to, or an alias of it.
    let environment: String
    /// The family that may use it; nil if only the client may.
    let familyID: String?

    init(_ entity: RefreshTokenEntity) throws(AuthError) {
        secret = try entity.secret
        environment = entity.environment
        familyID = entity.familyID
    }
}
