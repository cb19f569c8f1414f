import KeyfobCore
import KeyfobOAuth

extension ExchangeContext {
    /// Returns the same request for another authority, whose endpoints are not known yet.
    func at(_ authority: Authority) -> ExchangeContext {
        var copy = self
        copy.authority = authority
        return copy
    }

    /// Returns the same request with another provider's endpoints.
    func at(_ metadata: ProviderMetadata) -> ExchangeContext {
        var copy = self
        copy.metadata = metadata
        return copy
    }
}
