public import Foundation
public import KeyfobCore
public import KeyfobOAuth

/// Finds out an authority's endpoints (OpenID Connect Discovery 1.0 section 4), as a state machine without I/O.
///
/// Endpoints must be `https` and of the authority's own host and port, or of another name of its cloud. The names are
/// known without asking; only where metadata of a known cloud names a host that the table lacks is the cloud asked for
/// its names (instance discovery). A host that no cloud knows vouches for itself alone.
public struct DiscoveryFlow: Sendable {
    /// What can happen.
    public enum Event: Sendable {
        /// It begins.
        case start
        /// A response came to the request that was sent last.
        case response(HTTPResponse)
        /// No response came.
        case transportFailed(TransportError)
    }

    /// What is to be done.
    public enum Action: Sendable {
        /// Send a request.
        case send(HTTPRequest)
        /// The metadata is known and may be trusted as far as TLS goes.
        case finish(ProviderMetadata)
        /// It cannot be had.
        case fail(AuthError)
    }

    private enum State: Sendable {
        case idle
        case waitingForMetadata
        case waitingForInstance(ProviderMetadata)
        case done
    }

    private let authority: Authority
    private var state = State.idle

    /// Makes the flow of an authority.
    public init(authority: Authority) { self.authority = authority }

    /// Takes an event and returns the actions that it leads to; an event out of turn leads to none.
    ///
    /// - Parameter now: when the event happened.
    public mutating func handle(_ event: Event, at now: Date) -> [Action] {
        switch (state, event) {
        case (.idle, .start): return start()
        case (.waitingForMetadata, .response(let response)): return metadata(response, at: now)
        case (.waitingForInstance(let metadata), .response(let response)):
            return instance(response, metadata: metadata)
        case (.waitingForMetadata, .transportFailed(let error)), (.waitingForInstance, .transportFailed(let error)):
            return fail(AuthError(error))
        default: return []
        }
    }

    private mutating func start() -> [Action] {
        guard let url = authority.discoveryURL() else {
            return fail(
                .configuration(
                    "The authority's host is malformed.",
                    remedy: "Use the form https://HOST/TENANT, for example https://login.microsoftonline.com/common."))
        }
        state = .waitingForMetadata
        return [.send(.get(url))]
    }

    private mutating func metadata(_ response: HTTPResponse, at now: Date) -> [Action] {
        guard response.status == 200 else { return fail(error(of: response, at: now)) }
        let metadata: ProviderMetadata
        do { metadata = try ProviderMetadata(parsing: response.body) } catch {
            return fail(
                (try? JSONValue(parsing: response.body)) == nil
                    ? AuthError(unreadable: response, subject: "the request for its metadata", retryAfter: nil)
                    : AuthError(error))
        }
        guard let stranger = EndpointRule.stranger(in: metadata, authority: authority) else {
            return finish(metadata)
        }
        let isKnownCloud = Cloud.known.contains { $0.aliases.contains(authority.environment) }
        guard isKnownCloud,
            let url = authority.instanceDiscoveryURL(asking: authority.cloud.preferredNetwork)
        else { return refuse(stranger) }
        state = .waitingForInstance(metadata)
        return [.send(.get(url))]
    }

    private mutating func instance(_ response: HTTPResponse, metadata: ProviderMetadata) -> [Action] {
        let answer = response.status == 200 ? try? InstanceDiscovery(parsing: response.body) : nil
        let cloud = answer?.clouds.first { $0.aliases.contains(authority.environment) }
        if let stranger = EndpointRule.stranger(
            in: metadata, authority: authority, aliases: cloud?.aliases ?? [])
        {
            return refuse(stranger)
        }
        return finish(metadata)
    }

    private func error(of response: HTTPResponse, at now: Date) -> AuthError {
        let retryAfter = response.retryAfter(now: now.unixSeconds)
        guard let body = OAuthErrorResponse(parsing: response.body) else {
            return AuthError(unreadable: response, subject: "the request for its metadata", retryAfter: retryAfter)
        }
        return AuthError(body, status: response.status, retryAfter: retryAfter, during: .interactive)
    }

    private mutating func refuse(_ stranger: String) -> [Action] {
        fail(
            AuthError(
                .invalidResponse, origin: .server,
                message: "The metadata of \(authority) names the host \(stranger), which is not the authority's.",
                remedy: "Check the authority; nothing was sent to the other host."))
    }

    private mutating func finish(_ metadata: ProviderMetadata) -> [Action] {
        state = .done
        return [.finish(metadata)]
    }

    private mutating func fail(_ error: AuthError) -> [Action] {
        state = .done
        return [.fail(error)]
    }
}
