import KeyfobBrokerProtocol
package import KeyfobCore
import KeyfobFlows

/// The rule for the authority by which a broker's tokens are checked: the requested one, whatever the response states.
///
/// A response that could choose its own authority could choose its own issuer, and with that any keys.
package enum BrokerAuthorityRule {
    /// - Parameters:
    ///   - requested: the authority of the request.
    ///   - returned: the authority of the response; nil is an error, as in IdentityCore.
    ///   - isInstanceAware: whether users of other clouds may sign in.
    ///   - clouds: the known clouds.
    /// - Throws: `invalidResponse` if the response is from another provider, or from another tenant than the requested
    ///   one.
    package static func authority(
        requested: Authority, returned: Authority?, isInstanceAware: Bool, clouds: CloudDirectory
    ) throws(AuthError) -> Authority {
        guard let returned, returned.kind == requested.kind else { throw refusal("is of another kind of authority") }
        let cloud = clouds.cloud(of: requested.environment)
        if cloud.aliases.contains(returned.environment) {
            // One side may name the tenant's id and the other its domain; two different ids are an error.
            guard
                requested.isMultiTenant || returned.isMultiTenant || requested.tenant == returned.tenant
                    || !TenantResolution.isGUID(requested.tenant) || !TenantResolution.isGUID(returned.tenant)
            else { throw refusal("is of another tenant") }
            return requested
        }
        guard isInstanceAware, requested.kind == .aad, clouds.isKnown(returned.environment) else {
            throw refusal("is of another identity provider")
        }
        return requested.with(environment: clouds.cloud(of: returned.environment).preferredNetwork)
    }

    private static func refusal(_ what: String) -> AuthError {
        AuthError(
            .invalidResponse, origin: .broker,
            message: "The broker's response \(what) than the request; nothing was stored.",
            remedy: "Sign in again; if this stays, another app may be responding in the broker's place.",
            cause: BrokerExchangeError.corrupted)
    }
}
