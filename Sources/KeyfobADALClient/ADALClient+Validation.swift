import KeyfobBackport
import KeyfobCache
import KeyfobClient
import KeyfobCore
import KeyfobOAuth

extension ADALClient {
    /// Checks that an authority is genuine before any secret is sent to it, if the request requires that.
    ///
    /// A host of a known cloud is genuine without a request. For another one the public cloud is asked (instance
    /// discovery). AD FS is looked up by the domain of the user (its registration service, then WebFinger).
    ///
    /// - Throws: `configuration` with the cause ``ADALClientError/authorityValidation`` if it is not genuine; `network` and the
    ///   like if no server could be reached.
    func validate(_ request: ADALRequest, _ correlationID: String) async throws(AuthError) {
        let authority = request.authority
        guard request.validatesAuthority, !validations.contains(authority) else { return }
        if authority.kind == .adfs {
            try await validateFederationService(authority, user: request.user)
        } else if !Cloud.known.contains(where: { $0.aliases.contains(authority.environment) }) {
            try await askPublicCloud(authority)
        }
        validations.insert(authority)
    }

    private func askPublicCloud(_ authority: Authority) async throws(AuthError) {
        guard let url = authority.instanceDiscoveryURL(asking: "login.microsoftonline.com", .v1) else {
            throw Self.invalid(authority)
        }
        let response = try await get(url)
        if response.status == 200, (try? InstanceDiscovery(parsing: response.body)) != nil { return }
        guard let error = OAuthErrorResponse(parsing: response.body), response.status < 500 else {
            throw AuthError(
                unreadable: response, subject: "the instance discovery request",
                retryAfter: response.retryAfter(now: environment.clock.unixSeconds))
        }
        throw Self.invalid(authority, error)
    }

    /// Validates an AD FS: the registration service of the user's domain names the federation service, which confirms
    /// the authority (RFC 7033).
    private func validateFederationService(
        _ authority: Authority, user: ADALCacheUserIdentifier?
    ) async throws(AuthError) {
        guard let name = user?.id, let at = name.lastIndex(of: "@"), name.index(after: at) < name.endIndex else {
            throw .configuration(
                "An authority of AD FS can be validated only for a user whose name has a domain.",
                remedy: "Pass the user's UPN, or turn the validation off.")
        }
        let domain = String(name[name.index(after: at)...])
        guard let service = try await federationService(of: domain),
            let url = HTTPURL("https://\(service)/.well-known/webfinger")
        else { throw Self.invalid(authority) }
        let relation = "http://schemas.microsoft.com/rel/trusted-realm"
        let query = FormParameters([("resource", authority.description), ("rel", relation)])
        let response = try await get(query.appended(to: url))
        let links = (try? JSONValue(parsing: response.body))?["links"]?.arrayValue ?? []
        let isTrusted = links.contains { link in
            guard link["rel"]?.stringValue == relation, let href = link["href"]?.stringValue else { return false }
            return HTTPURL(href)?.hostAndPort == authority.environment
        }
        guard response.status == 200, isTrusted else { throw Self.invalid(authority) }
    }

    /// The federation service's host, from the registration service on the premises, else from the one in the cloud.
    private func federationService(of domain: String) async throws(AuthError) -> String? {
        let path = "/enrollmentserver/contract?api-version=1.0"
        let places = [
            "https://enterpriseregistration.\(domain)\(path)",
            "https://enterpriseregistration.windows.net/\(domain)\(path)",
        ]
        for place in places {
            guard let url = HTTPURL(place) else { continue }
            // A domain without such a service does not even have the host name.
            guard let response = try? await get(url), response.status == 200 else { continue }
            let endpoint = (try? JSONValue(parsing: response.body))?["IdentityProviderService"]?[
                "PassiveAuthEndpoint"]?.stringValue
            if let host = endpoint.flatMap({ HTTPURL($0) })?.hostAndPort { return host }
        }
        return nil
    }

    private func get(_ url: HTTPURL) async throws(AuthError) -> HTTPResponse {
        do throws(TransportError) {
            return try await environment.transport.send(.get(url))
        } catch {
            throw AuthError(error)
        }
    }

    private static func invalid(_ authority: Authority, _ response: OAuthErrorResponse? = nil) -> AuthError {
        AuthError(
            .configuration, origin: .server, message: "The authority \(authority) is not a known identity provider.",
            remedy: "Check the authority's host. Turn its validation off only for a provider that you run.",
            server: response.map {
                AuthError.ServerDetails(error: $0.error, description: $0.description, codes: $0.codes)
            },
            correlationID: response?.correlationID, cause: ADALClientError.authorityValidation)
    }
}

/// The authorities that were found to be genuine, in memory only, so that they are validated again after a restart.
final class ADALValidations: Sendable {
    private let known = Mutex<Set<String>>([])

    func contains(_ authority: Authority) -> Bool { known.withLock { $0.contains(Self.name(authority)) } }

    func insert(_ authority: Authority) { known.withLock { _ = $0.insert(Self.name(authority)) } }

    /// A host is validated as a whole, an AD FS by its path.
    private static func name(_ authority: Authority) -> String {
        authority.kind == .adfs ? authority.description : authority.environment
    }
}
