import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobFlows
import KeyfobJOSE
import KeyfobOAuth

/// Signs an account out: of the app, of the broker, and of the browser.
struct SignOutFlow: ClientPart {
    let context: ClientContext
    let accountList: AccountList
    let deviceAccounts: DeviceAccounts
    let telemetry: CallTelemetry

    /// Signs an account out.
    func signOut(
        _ account: Account, _ parameters: SignOutParameters
    ) async throws(AuthError) {
        let correlationID = parameters.correlationID ?? environment.random.uuid()
        let start = environment.clock.now
        do throws(AuthError) {
            // The hints are read before the account is removed.
            let hints = parameters.fromBrowser ? logoutRequest(account, parameters, correlationID) : nil
            if parameters.revokesTokens { try await revokeTokens(of: account, parameters) }
            try await remove(account, parameters)
            if try await deviceAccounts.signOutOfBroker(account, parameters, correlationID) {
                telemetry.report(.signOut, correlationID, since: start, .done)
                return
            }
            if let hints { try await leaveBrowser(hints, account, parameters) }
        } catch {
            let error = error.correlated(correlationID)
            telemetry.report(.signOut, correlationID, since: start, .failed(error))
            throw error
        }
        telemetry.report(.signOut, correlationID, since: start, .done)
    }

    private func remove(_ account: Account, _ parameters: SignOutParameters) async throws(AuthError) {
        if parameters.wipesAllAccounts {
            try await accountList.wipeAllAccounts()
        } else if parameters.wipesAccount {
            try await accountList.wipeAccount(account)
        } else {
            try await accountList.removeAccount(account)
        }
    }

    /// Revokes this client's refresh tokens for an account; its access tokens too, if it has no refresh token. A server
    /// that revokes a refresh token also ends the access tokens of the same grant (RFC 7009 section 2.1). What is revoked
    /// is deleted from the store.
    private func revokeTokens(of account: Account, _ parameters: SignOutParameters) async throws(AuthError) {
        guard let identifier = account.knownIdentifier,
            let partition = try environment.store.partition(homeAccountID: identifier)
        else { return }
        let client = configuration.clientID.lowercased()
        var tokens: [(Secret<String>, String)] = []
        for entity in partition.refreshTokens where entity.clientID.lowercased() == client {
            tokens.append((try entity.secret, "refresh_token"))
        }
        if tokens.isEmpty {
            for entity in partition.accessTokens where entity.clientID.lowercased() == client {
                tokens.append((try entity.secret, "access_token"))
            }
        }
        for (token, kind) in tokens {
            try await flows.revoke(
                token, kind: kind, clientID: configuration.clientID, clientSecret: configuration.clientSecret,
                at: parameters.authority ?? configuration.authority)
        }
        let revoked = tokens.map(\.0)
        try await environment.store.write { transaction throws(AuthError) in
            for token in revoked {
                try CredentialRules.dropRefreshToken(matching: token, homeAccountID: identifier, in: transaction)
            }
            let rest = try transaction.partition(homeAccountID: identifier)?.accessTokens ?? []
            for token in rest where token.clientID.lowercased() == client { try transaction.delete(token.key) }
        }
    }

    /// `id_token_hint` names the account and the app, so that no page has to ask for them; `logout_hint` names the
    /// account if the id token has the claim for that. If the store cannot return the token, the sign-out continues.
    private func logoutRequest(
        _ account: Account, _ parameters: SignOutParameters, _ correlationID: String
    ) -> LogoutRequest {
        let token = readableIDToken(of: account, correlationID)
        let claims = token.flatMap { try? IDToken(decodingWithoutValidation: $0.reveal()) }
        var extra = configuration.query(parameters.extraQueryParameters)
        if (parameters.authority ?? configuration.authority).kind != .openID {
            for (name, value) in account.requestParameters { extra.set(name, value) }
        }
        return LogoutRequest(
            idTokenHint: token, logoutHint: claims?.loginHint ?? account.username, clientID: configuration.clientID,
            extra: extra)
    }

    private func readableIDToken(of account: Account, _ correlationID: String) -> Secret<String>? {
        do throws(AuthError) {
            return try idToken(of: account)
        } catch {
            log(
                .warning,
                "The id token could not be read, so the sign-out page does not get it: \(euii: error.message)",
                correlationID: correlationID)
            return nil
        }
    }

    /// This client's id token for an account: the home tenant's, else any.
    private func idToken(of account: Account) throws(AuthError) -> Secret<String>? {
        guard let identifier = account.knownIdentifier,
            let partition = try environment.store.partition(homeAccountID: identifier)
        else { return nil }
        let ours = partition.idTokens.filter { $0.clientID.lowercased() == configuration.clientID.lowercased() }
        return try (ours.first { identifier.lowercased().hasSuffix(".\($0.realm.lowercased())") } ?? ours.last)?.secret
    }

    private func leaveBrowser(
        _ request: LogoutRequest, _ account: Account, _ parameters: SignOutParameters
    ) async throws(AuthError) {
        do throws(AuthError) {
            try await flows.signOut(
                request, at: parameters.authority ?? configuration.authority,
                returningTo: parameters.redirectURI ?? configuration.redirectURI,
                userAgent: environment.userAgent(parameters.userAgent, parameters.hooks))
        } catch {
            guard error.code != .userCanceled else {
                log(.info, "The user closed the sign-out page.")
                return
            }
            throw error
        }
    }
}
