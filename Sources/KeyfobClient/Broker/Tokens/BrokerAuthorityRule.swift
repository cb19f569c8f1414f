import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

/// At which authority a broker's tokens are checked: the one that was asked for, whatever the reply says.
///
/// A reply that could choose its own authority could choose its own issuer, and with that anybody's keys.
enum BrokerAuthorityRule {
    /// - Parameters:
    ///   - requested: what was asked for.
    ///   - returned: what the reply says; nil is an error, as in IdentityCore.
    ///   - isInstanceAware: whether users of other clouds were let in.
    ///   - clouds: the clouds that are known.
    /// - Throws: `invalidResponse` if the reply is of another provider, or of another tenant than the one asked for.
    static func authority(
        requested: Authority, returned: Authority?, isInstanceAware: Bool, clouds: CloudDirectory
    ) throws(AuthError) -> Authority {
        guard let returned, returned.kind == requested.kind else { throw refusal("is of another kind of authority") }
        let cloud = clouds.cloud(of: requested.environment)
        if cloud.aliases.contains(returned.environment) {
            // A tenant's id may stand where its domain did; of two ids one is wrong.
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
            message: "The broker's reply \(what) than the request; nothing was stored.",
            remedy: "Sign in again; if this stays, another app may answer in the broker's place.",
            cause: BrokerFault.corrupted)
    }
}
