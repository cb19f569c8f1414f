package import Foundation
package import KeyfobCore
package import KeyfobOAuth

/// Discovers an authority's endpoints (OpenID Connect Discovery 1.0 section 4, RFC 8414 section 3), as a state machine
/// without I/O.
///
/// Endpoints must be `https` and at the authority's own host and port, or at another name of its cloud. The names of
/// known clouds need no request; only if the metadata of such a cloud contains a host that the table lacks, the cloud
/// is asked for its names (instance discovery). A host that the app trusts is asked for its names first; any other is
/// trusted only for itself, or has to be confirmed, depending on ``AuthorityTrust``. Requests go to the name that the
/// cloud prefers.
package struct DiscoveryFlow: Sendable {
    /// The events of the flow.
    package enum Event: Sendable {
        /// The flow starts.
        case start
        /// The response to the last request.
        case response(HTTPResponse)
        /// There was no response.
        case transportFailed(TransportError)
    }

    /// The actions of the flow.
    package enum Action: Sendable {
        /// Send a request.
        case send(HTTPRequest)
        /// Finish: the metadata is known and may be trusted as far as TLS allows.
        case finish(ProviderMetadata)
        /// Fail with an error.
        case fail(AuthError)
    }

    private enum State: Sendable {
        case idle
        case waitingForNames
        case waitingForMetadata
        case waitingForInstance(ProviderMetadata)
        case done
    }

    private let authority: Authority
    private let dialect: OAuthDialect
    private let trust: AuthorityTrust
    private let question: InstanceQuestion
    private var clouds: CloudDirectory
    private var state = State.idle
    /// The places of the metadata that have not been tried yet.
    private var otherPlaces: [HTTPURL]
    /// The error of the first place, which is the one to report.
    private var firstError: AuthError?
    /// The trusted clouds from instance discovery.
    private(set) var learned: [Cloud] = []
    /// Whether instance discovery returned that the host is unknown.
    private(set) var isUnknownInstance = false

    /// Makes a flow for an authority.
    ///
    /// - Parameters:
    ///   - authority: the authority whose endpoints are discovered.
    ///   - clouds: the known clouds.
    ///   - trust: the app's trust in hosts.
    ///   - dialect: the version of the endpoints.
    package init(
        authority: Authority, clouds: CloudDirectory = CloudDirectory(), trust: AuthorityTrust = AuthorityTrust(),
        dialect: OAuthDialect = .v2
    ) {
        self.authority = authority
        self.trust = trust
        self.dialect = dialect
        self.clouds = clouds
        question = trust.question(for: authority, clouds: clouds)
        otherPlaces = authority.otherDiscoveryURLs
    }

    /// Handles an event and returns the resulting actions; an unexpected event has none.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - now: the time of the event.
    package mutating func handle(_ event: Event, at now: Date) -> [Action] {
        switch (state, event) {
        case (.idle, .start): return start()
        case (.waitingForNames, .response(let response)): return names(response, at: now)
        case (.waitingForNames, .transportFailed(let error)):
            return question == .itsOwnNames ? askForMetadata() : fail(AuthError(error))
        case (.waitingForMetadata, .response(let response)): return metadata(response, at: now)
        case (.waitingForInstance(let metadata), .response(let response)):
            return instance(response, metadata: metadata)
        case (.waitingForMetadata, .transportFailed(let error)), (.waitingForInstance, .transportFailed(let error)):
            return fail(AuthError(error))
        default: return []
        }
    }

    private mutating func start() -> [Action] {
        guard trust.admits(authority, clouds: clouds) else {
            return fail(
                .configuration(
                    "The host \(authority.environment) is unknown.",
                    remedy: "Add the authority to the configuration's knownAuthorities."))
        }
        guard let host = question.host(authority), let url = authority.instanceDiscoveryURL(asking: host, dialect)
        else {
            return askForMetadata()
        }
        state = .waitingForNames
        return [.send(.get(url))]
    }

    /// Handles a response with a cloud's names, before the metadata.
    private mutating func names(_ response: HTTPResponse, at now: Date) -> [Action] {
        if response.status == 200, let answer = try? InstanceDiscovery(parsing: response.body) {
            learn(answer.clouds, from: question.host(authority) ?? authority.environment)
            return askForMetadata()
        }
        // A host that the app trusts need not support instance discovery.
        guard question != .itsOwnNames else { return askForMetadata() }
        guard OAuthErrorResponse(parsing: response.body)?.error == "invalid_instance" else {
            return fail(error(of: response, at: now))
        }
        isUnknownInstance = true
        return fail(.unknownInstance(authority))
    }

    private mutating func askForMetadata() -> [Action] {
        let host = authority.kind == .aad ? clouds.cloud(of: authority.environment).preferredNetwork : nil
        guard let url = authority.discoveryURL(dialect, at: host) else {
            return fail(
                .configuration(
                    "The authority's host is malformed.",
                    remedy: "Use the form https://HOST/TENANT, for example https://login.microsoftonline.com/common."))
        }
        state = .waitingForMetadata
        return [.send(.get(url))]
    }

    private mutating func learn(_ clouds: [Cloud], from host: String) {
        for cloud in trust.trusted(clouds, from: host) where self.clouds.add(cloud) { learned.append(cloud) }
    }

    private mutating func metadata(_ response: HTTPResponse, at now: Date) -> [Action] {
        guard response.status == 200 else { return tryNextPlace(after: error(of: response, at: now)) }
        let metadata: ProviderMetadata
        do { metadata = try ProviderMetadata(parsing: response.body) } catch {
            return tryNextPlace(
                after: (try? JSONValue(parsing: response.body)) == nil
                    ? AuthError(unreadable: response, subject: "the request for its metadata", retryAfter: nil)
                    : AuthError(error))
        }
        let aliases = clouds.cloud(of: authority.environment).aliases
        guard let foreignHost = EndpointRule.foreignHost(in: metadata, authority: authority, aliases: aliases) else {
            return finish(metadata)
        }
        guard authority.kind == .aad, Cloud.isKnown(authority.environment),
            let url = authority.instanceDiscoveryURL(asking: authority.cloud.preferredNetwork)
        else { return refuse(foreignHost, issuer: metadata.issuer) }
        state = .waitingForInstance(metadata)
        return [.send(.get(url))]
    }

    private mutating func tryNextPlace(after error: AuthError) -> [Action] {
        let first = firstError ?? error
        firstError = first
        guard !otherPlaces.isEmpty, error.code != .throttled else { return fail(first) }
        return [.send(.get(otherPlaces.removeFirst()))]
    }

    private mutating func instance(_ response: HTTPResponse, metadata: ProviderMetadata) -> [Action] {
        let answer = response.status == 200 ? try? InstanceDiscovery(parsing: response.body) : nil
        let cloud = answer?.clouds.first { $0.aliases.contains(authority.environment) }
        if let foreignHost = EndpointRule.foreignHost(
            in: metadata, authority: authority, aliases: cloud?.aliases ?? [])
        {
            return refuse(foreignHost, issuer: metadata.issuer)
        }
        return finish(metadata)
    }

    private func error(of response: HTTPResponse, at now: Date) -> AuthError {
        let retryAfter = response.retryAfter(now: now.unixSeconds)
        guard let body = OAuthErrorResponse(parsing: response.body) else {
            return AuthError(unreadable: response, subject: "the request for its metadata", retryAfter: retryAfter)
        }
        return AuthError(
            body, status: response.status, retryAfter: retryAfter, during: .interactive, fields: response.fields)
    }

    private mutating func refuse(_ foreignHost: String, issuer: String) -> [Action] {
        guard foreignHost != authority.environment else {
            return fail(
                AuthError(
                    .invalidResponse, origin: .server,
                    message:
                        "The metadata of \(authority) has the issuer \(issuer), which is not the authority's.",
                    remedy: "Pass exactly that issuer as the authority, if it is the intended one."))
        }
        return fail(
            AuthError(
                .invalidResponse, origin: .server,
                message: "The metadata of \(authority) contains the host \(foreignHost), which is not the authority's.",
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

extension AuthError {
    /// Makes the error of a host that is unknown to instance discovery.
    static func unknownInstance(_ authority: Authority) -> AuthError {
        AuthError(
            .configuration, origin: .server,
            message: "The Microsoft identity platform does not know the host \(authority.environment).",
            remedy: "Check the authority; if the host is your own, add it to the configuration's knownAuthorities.",
            server: ServerDetails(error: "invalid_instance", status: 400))
    }
}
