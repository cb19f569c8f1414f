import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

extension World {
    /// The provider's transport, with a public cloud that validates the provider.
    var vouched: Internet {
        let answer: JSONValue = [
            "tenant_discovery_endpoint": .string("\(provider.base.origin)/common/.well-known/openid-configuration"),
            "metadata": [],
        ]
        return Internet(sites: [
            provider.base.hostAndPort: wire,
            "login.microsoftonline.com": Site(answers: ["/common/discovery/instance": (200, answer)]),
        ])
    }

    /// Adds redirect URIs to the suite's registration.
    func register(_ redirects: [String]) async throws {
        try await admin.register(redirects, for: Contoso.suite)
    }
}
