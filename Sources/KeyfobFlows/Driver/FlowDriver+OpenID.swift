package import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth

extension FlowDriver {
    /// Adds the claims of the UserInfo endpoint (OpenID Connect Core section 5.3), if an OpenID provider's ID token has
    /// no name that a person would recognise. Without a response the result stays as it is: the user has signed in.
    ///
    /// - Throws: ``AuthError`` with code `invalidResponse` if there is no ID token either, so that nothing names the user.
    func addingUserInfo(_ result: FlowResult, _ metadata: ProviderMetadata) async throws(AuthError) -> FlowResult {
        guard result.authority.kind == .openID else { return result }
        if let token = result.idToken, token.preferredUsername ?? token.userPrincipalName ?? token.email != nil {
            return result
        }
        var result = result
        result.userInfo = await userInfo(of: result, metadata)
        guard result.idToken != nil || result.userInfo != nil else {
            throw AuthError(
                .invalidResponse, origin: .server,
                message: "The token response has no ID token, and the UserInfo endpoint does not name the user.",
                remedy: "Check that the registration may use the scope openid.", correlationID: result.correlationID)
        }
        return result
    }

    private func userInfo(of result: FlowResult, _ metadata: ProviderMetadata) async -> UserInfo? {
        guard let endpoint = metadata.userinfoEndpoint, let accessToken = result.response.accessToken,
            result.response.tokenType.lowercased() == "bearer"
        else { return nil }
        var request = HTTPRequest.get(endpoint)
        request.fields.set("Authorization", "Bearer \(accessToken.reveal())")
        guard let response = try? await transport.send(request), response.status == 200,
            let info = try? UserInfo(parsing: response.body),
            // Section 5.3.2: claims of another subject are not used.
            result.idToken?.subject.utf8.elementsEqual(info.subject.utf8) ?? true
        else { return nil }
        return info
    }

    /// Returns an authority's metadata. If an OpenID provider's document lacks an endpoint, the document of RFC 8414 may
    /// have it.
    func metadata(
        for authority: Authority, having endpoint: @Sendable (ProviderMetadata) -> HTTPURL?
    ) async throws(AuthError) -> ProviderMetadata {
        var found = try await metadata(for: authority)
        for place in authority.otherDiscoveryURLs where endpoint(found) == nil {
            guard let response = try? await transport.send(.get(place)), response.status == 200 else { continue }
            found.addEndpoints(of: response.body)
            // Only what is new: otherwise each call would keep the rest of the metadata for another day.
            if endpoint(found) != nil { knowledge.learn(found, of: authority, .v2, at: clock.now) }
        }
        return found
    }

    /// Revokes a token at its provider (RFC 7009 section 2.1). A provider that does not know the token any more reports
    /// success.
    ///
    /// - Parameters:
    ///   - token: the token.
    ///   - kind: `refresh_token` or `access_token` (`token_type_hint`).
    ///   - clientID: the client that the token was issued to.
    ///   - clientSecret: the client's secret, if it has one.
    ///   - authority: the provider.
    /// - Throws: ``AuthError``: `configuration` if the provider has no revocation endpoint, `server` or `throttled` if it
    ///   refused, `network`, and the errors of discovery.
    package func revoke(
        _ token: Secret<String>, kind: String, clientID: String, clientSecret: Secret<String>?, at authority: Authority
    ) async throws(AuthError) {
        let metadata = try await metadata(for: authority, having: { $0.revocationEndpoint })
        guard let endpoint = metadata.revocationEndpoint else {
            throw .configuration(
                "The identity provider has no revocation endpoint.",
                remedy: "Sign out without revocation, and end the session on the provider's site.")
        }
        var form = FormParameters([("token", token.reveal()), ("token_type_hint", kind)])
        form.set("client_id", clientID)
        var context = ExchangeContext(
            clientID: clientID, authority: authority, metadata: metadata, scopes: [], nonce: nil,
            requiresIDToken: false, correlationID: random.uuid(), mode: .interactive)
        context.clientSecret = clientSecret
        let request = context.post(endpoint, form)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw AuthError(error)
        }
        guard response.isSuccess else {
            let secrets = EchoedSecrets(request, clientSecret: clientSecret)
            throw context.error(of: secrets.removed(from: response), at: clock.now)
        }
    }
}
