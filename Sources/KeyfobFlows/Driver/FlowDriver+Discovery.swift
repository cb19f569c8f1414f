package import KeyfobCore
package import KeyfobJOSE
package import KeyfobOAuth

extension FlowDriver {
    /// Returns an authority's metadata, from memory if it was fetched within a day.
    ///
    /// - Throws: ``AuthError``: `configuration` if there is no such tenant, `invalidResponse` if the response is not
    ///   valid metadata or contains another host, `network`, `server`, `throttled`.
    package func metadata(
        for authority: Authority, dialect: OAuthDialect = .v2
    ) async throws(AuthError) -> ProviderMetadata {
        if let known = knowledge.metadata(of: authority, dialect, at: clock.now) { return known }
        guard !knowledge.isUnknownInstance(authority) else { throw .unknownInstance(authority) }
        var flow = DiscoveryFlow(
            authority: authority, clouds: knowledge.clouds, trust: knowledge.trust, dialect: dialect)
        defer { knowledge.learn(flow, of: authority) }
        var event: DiscoveryFlow.Event? = .start
        while let current = event {
            event = nil
            for action in flow.handle(current, at: clock.now) {
                switch action {
                case .finish(let metadata):
                    knowledge.learn(metadata, of: authority, dialect, at: clock.now)
                    return metadata
                case .fail(let error): throw error
                case .send(let request):
                    do throws(TransportError) {
                        event = .response(try await transport.send(request))
                    } catch {
                        event = .transportFailed(error)
                    }
                }
            }
        }
        throw AuthError(
            .invalidResponse, origin: .app, message: "Discovery ended without a result.", remedy: "Start it again.")
    }

    /// Returns the cloud of a host from the known clouds, without a request.
    ///
    /// - Parameter host: with port, if it is not 443.
    package func cloud(of host: String) -> Cloud { knowledge.cloud(of: host) }

    /// The clouds that are currently known.
    package var clouds: CloudDirectory { knowledge.clouds }

    /// Whether a host is a name of a known cloud, or one that the app trusts.
    package func isRecognised(_ host: String) -> Bool {
        knowledge.clouds.isKnown(host) || knowledge.trust.knownHosts.contains(host)
    }

    /// Returns an issuer's public keys, from memory if they were fetched within a day.
    ///
    /// - Parameters:
    ///   - metadata: the issuer's metadata.
    ///   - refresh: whether they are always fetched, since a token names an unknown key.
    /// - Throws: ``AuthError``: `invalidResponse` if the response is not a key set, `network`, `server`, `throttled`.
    package func keys(of metadata: ProviderMetadata, refresh: Bool = false) async throws(AuthError) -> JWKSet {
        if !refresh, let known = knowledge.keys(at: metadata.jwksURI, at: clock.now) { return known }
        do throws(AuthError) {
            return try await fetchKeys(of: metadata)
        } catch {
            var failure = error
            if failure.cause == nil { failure.cause = IssuerKeysUnavailable() }
            throw failure
        }
    }

    private func fetchKeys(of metadata: ProviderMetadata) async throws(AuthError) -> JWKSet {
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(.get(metadata.jwksURI))
        } catch {
            throw AuthError(error)
        }
        guard response.status == 200 else {
            throw AuthError(
                unreadable: response, subject: "the request for its keys",
                retryAfter: response.retryAfter(now: clock.unixSeconds))
        }
        do throws(JOSEError) {
            let keys = try JWKSet(parsing: response.body)
            knowledge.learn(keys, at: metadata.jwksURI, at: clock.now)
            return keys
        } catch {
            throw AuthError(
                unreadable: response, subject: "the request for its keys", retryAfter: nil)
        }
    }
}

/// The cause of an error of fetching an issuer's keys. The token endpoint may already have responded and used up the
/// grant.
package struct IssuerKeysUnavailable: Error {}
