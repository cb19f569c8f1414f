import Foundation
import KeyfobCore

extension ConfidentialPython {
    /// Registers a certificate that Python makes for Contoso Web; returns it with its key.
    func certificate(for provider: RunningProvider) async throws -> JSONValue {
        let made = try await self("make_certificate", ["common_name": "Contoso Web"])
        try await provider.admin("applications/\(Contoso.web)/keyCredentials", ["key": made["der"] ?? .null])
        return made
    }

    /// A token of another issuer that Contoso Web's registration trusts.
    func federatedToken(for provider: RunningProvider) async throws -> JSONValue {
        let keys = try await self("make_issuer")
        try await provider.admin(
            "applications/\(Contoso.web)/federatedIdentityCredentials",
            ["issuer": "https://tokens.build.test", "subject": "build", "keys": keys])
        let now = Int64(Date().timeIntervalSince1970)
        return try await self(
            "issue",
            [
                "claims": [
                    "iss": "https://tokens.build.test", "sub": "build", "aud": "api://AzureADTokenExchange",
                    "iat": .integer(now), "exp": .integer(now + 600),
                ]
            ])["token"] ?? .null
    }
}
