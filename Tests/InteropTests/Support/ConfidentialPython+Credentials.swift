import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

extension ConfidentialPython {
    /// Registers a certificate that Python makes for Contoso Web; returns it with its key.
    func certificate(for provider: RunningProvider) async throws -> JSONValue {
        let made = try await self("make_certificate", ["common_name": "Contoso Web"])
        try await provider.admin.put(
            application: ["appId": .string(Contoso.web), "keyCredentials": [["key": made["der"] ?? .null]]])
        return made
    }

    /// A token of another issuer that Contoso Web's registration trusts.
    func federatedToken(for provider: RunningProvider) async throws -> JSONValue {
        let keys = try await self("make_issuer")
        try await provider.admin.graph(
            .post, "applications(appId='\(Contoso.web)')/federatedIdentityCredentials",
            [
                "name": "build", "issuer": "https://tokens.build.test", "subject": "build",
                "audiences": ["api://AzureADTokenExchange"], "keys": keys,
            ])
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
