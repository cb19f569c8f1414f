import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// Gets primary refresh tokens and uses them on behalf of apps.
struct PrimaryTokens: Sendable {
    let core: BrokerCore

    /// Redeems a refresh token of the broker's own for an account's primary refresh token.
    ///
    /// - Parameters:
    ///   - refreshToken: from a sign-in in the broker's web view.
    ///   - account: the account that signed in.
    ///   - registration: the device, in the account's home tenant.
    ///   - caller: the claim that identifies the requesting app, if the operating system reported it.
    /// - Returns: the token; the caller stores it.
    /// - Throws: ``AuthError`` of the provider, or `invalidResponse` if its response is not for this device or account.
    func issue(
        _ refreshToken: Secret<String>, account: VaultAccount, registration: DeviceRegistration, caller: JSONValue?,
        correlationID: String
    ) async throws(AuthError) -> PrimaryToken {
        let endpoint = try await core.driver.metadata(for: core.homeAuthority(of: account)).tokenEndpoint
        let first = try await answer(refreshToken, registration, caller, endpoint, correlationID)
        let response: HTTPResponse
        if first.status != 200, OAuthErrorResponse(parsing: first.body)?.isAboutNonce ?? false {
            core.nonces.forget(at: endpoint)
            response = try await answer(refreshToken, registration, caller, endpoint, correlationID)
        } else {
            response = first
        }
        guard response.status == 200 else { throw response.authError(during: .interactive, now: core.now) }
        let issued: PRTIssueResponse
        do throws(MessageError) { issued = try PRTIssueResponse(parsing: response.body) } catch {
            throw AuthError(error)
        }
        guard let key = try? SessionKey(message: issued.sessionKeyMessage, transportKey: registration.transportKey),
            issued.clientInfo.map({ $0.homeAccountID == account.homeAccountID }) ?? true
        else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "The primary refresh token is for another device or another account; it was discarded.",
                remedy: "Sign in again. If that does not help, ask the administrator.")
        }
        let now = core.now
        return PrimaryToken(
            homeAccountID: account.homeAccountID, environment: account.environment,
            token: issued.primaryRefreshToken, sessionKey: key, deviceID: registration.deviceID, issuedAt: now,
            expiresAt: now &+ min(max(issued.expiresIn, 0), 366 * 86400))
    }

    private func answer(
        _ refreshToken: Secret<String>, _ registration: DeviceRegistration, _ caller: JSONValue?,
        _ endpoint: HTTPURL, _ correlationID: String
    ) async throws(AuthError) -> HTTPResponse {
        let nonce = try await core.nonces.nonce(at: endpoint)
        let message = PRTIssueRequest(
            clientID: core.configuration.clientID, nonce: nonce, proof: .refreshToken(refreshToken), caller: caller)
        guard let form = try? message.parameters(signedBy: registration.deviceKey) else { throw .cannotSign }
        var request = HTTPRequest.form(endpoint, form)
        request.fields.set("client-request-id", correlationID)
        do throws(TransportError) {
            return try await core.environment.transport.send(request)
        } catch {
            throw AuthError(error)
        }
    }

    /// Gets tokens for an app.
    ///
    /// - Throws: ``AuthError``: `interactionRequired` if only a sign-in helps, and those of refreshing a token.
    func use(
        _ token: PrimaryToken, for order: BrokerTokenRequest, account: VaultAccount
    ) async throws(AuthError) -> FlowResult {
        do throws(AuthError) {
            return try await useOnce(token, for: order, account: account)
        } catch {
            guard error.isAboutNonce else { throw error }
            core.nonces.forgetAll()
            return try await useOnce(token, for: order, account: account)
        }
    }

    private func useOnce(
        _ token: PrimaryToken, for order: BrokerTokenRequest, account: VaultAccount
    ) async throws(AuthError) -> FlowResult {
        let authority = order.authority.isMultiTenant ? core.homeAuthority(of: account) : order.authority
        let endpoint = try await core.driver.metadata(for: authority, dialect: order.dialect).tokenEndpoint
        let now = core.now
        // A new primary token is requested only if it can be stored.
        let room = token.isRenewalDue(at: now) ? try? core.vault.reserveRoom() : nil
        let isRenewal = room != nil
        let wanted = order.scopes.union(.reserved)
        let message = PRTUseRequest(
            primaryRefreshToken: token.token, clientID: order.clientID, redirectURI: order.redirectURI.value,
            scopes: isRenewal ? wanted.union([DeviceDialect.primaryRefreshTokenScope]) : wanted,
            resource: order.resource, nonce: try await core.nonces.nonce(at: endpoint), now: now,
            claimsRequest: order.claims, caller: order.callerClaim, extra: extra(order, account))
        var parameters = SignedRequestParameters(
            clientID: order.clientID, authority: authority, scopes: wanted,
            form: message.parameters(signedBy: token.sessionKey, random: core.environment.random)
        ) { [vault = core.vault] body throws(AuthError) in
            guard let plain = try? PRTUseResponse.open(body, with: token.sessionKey) else {
                throw AuthError(
                    .invalidResponse, origin: .server,
                    message: "The provider's response is not encrypted for this device's session key.",
                    remedy: "Sign in again; the response was discarded.")
            }
            if let room {
                room.release()
                try Self.renew(token, from: plain, in: vault, now: now)
            }
            return plain
        }
        parameters.correlationID = order.correlationID
        parameters.dialect = order.dialect
        parameters.resource = order.resource
        parameters.binding = order.binding?.keyID.map(TokenBinding.init(keyID:))
        return try await core.driver.redeem(parameters)
    }

    private func extra(_ order: BrokerTokenRequest, _ account: VaultAccount) -> [String: JSONValue] {
        var out: [String: JSONValue] = [:]
        out["microsoft_enrollment_id"] = order.enrollmentID(account).map { .string($0) }
        if let binding = order.binding {
            out["token_type"] = .string(binding.tokenType.lowercased())
            out["req_cnf"] = binding.confirmation.map { .string($0) }
            out["key_id"] = binding.keyID.map { .string($0) }
        }
        return out
    }

    /// Stores a new primary refresh token that came with an app's tokens. The session key stays the same.
    private static func renew(
        _ old: PrimaryToken, from plain: [UInt8], in vault: BrokerVault, now: Int64
    ) throws(AuthError) {
        guard let json = try? JSONValue(parsing: plain),
            let renewed = json["primary_refresh_token"]?.stringValue.flatMap(TokenSyntax.token)
        else { return }
        var token = old
        token.token = renewed
        token.issuedAt = now
        let seconds = json["refresh_token_expires_in"]?.integerValue ?? PRTIssueResponse.defaultLifetime
        token.expiresAt = now &+ min(max(seconds, 0), 366 * 86400)
        try vault.update { state throws(AuthError) in
            // In the meantime, another call may have renewed it, or the account may have been removed.
            if state.primaryTokens.contains(old) { state.put(token) }
        }
    }
}

extension AuthError {
    static var cannotSign: AuthError {
        AuthError(
            .brokerFailed, origin: .broker, message: "The device's key could not sign.",
            remedy: "Register the device again.")
    }

    /// Whether a message was refused because its nonce was stale: a retry gets a new one.
    fileprivate var isAboutNonce: Bool { server?.codes.contains(140_000) ?? false }
}

extension OAuthErrorResponse {
    fileprivate var isAboutNonce: Bool { codes.contains(140_000) }
}
