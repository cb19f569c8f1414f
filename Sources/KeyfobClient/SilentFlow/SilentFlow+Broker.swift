import KeyfobCore

extension SilentFlow {
    /// Gets a token silently where the store has none that serves: from the single sign-on extension, else by a refresh
    /// token. A URL is never opened.
    func outcome(of operation: RefreshOperation) async -> Result<TokenResult, AuthError> {
        guard environment.broker != nil else { return await operation.outcome() }
        let parameters = operation.parameters
        do throws(AuthError) {
            let result = try await broker.silentToken(parameters, at: operation.authority, operation.correlationID)
            if let result { return .success(result) }
        } catch {
            let hasToken = (try? operation.nextToken(besides: [])) != nil
            guard parameters.usesStoreAfterBroker, hasToken else {
                return .failure(error.correlated(operation.correlationID))
            }
            log(
                .info, "The broker gave no token (\(error.code)); trying the stored refresh token.",
                correlationID: operation.correlationID)
        }
        return await operation.outcome()
    }

    /// Gets a token for an account that is not in the store, since only the broker has signed it in.
    ///
    /// - Returns: nil if there is no broker to ask.
    func tokenOfBrokerAccount(_ parameters: SilentParameters) async throws(AuthError) -> TokenResult? {
        guard environment.broker != nil, parameters.account.knownIdentifier != nil else { return nil }
        let requested = parameters.authority ?? configuration.authority
        let home = parameters.account.tenantProfiles.first { $0.isHomeTenant }?.tenantID
        let authority = requested.isMultiTenant ? home.map { requested.with(tenant: $0) } ?? requested : requested
        let correlationID = parameters.correlationID ?? environment.random.uuid()
        return try await refreshes.join(RefreshKey(parameters, authority)) {
            do throws(AuthError) {
                let result = try await self.broker.silentToken(parameters, at: authority, correlationID)
                return result.map { .success($0) }
                    ?? .failure(.interactionRequired("The store has no credentials of this account."))
            } catch {
                return .failure(error.correlated(correlationID))
            }
        }
    }
}
