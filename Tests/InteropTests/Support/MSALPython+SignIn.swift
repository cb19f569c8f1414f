import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

extension MSALPython {
    /// Signs a person in with code and PKCE, and returns MSAL's result.
    @discardableResult
    func signIn(
        at provider: RunningProvider, redirect: String = "http://localhost", scopes: [String] = [Contoso.read],
        as user: String = Contoso.ada
    ) async throws -> JSONValue {
        let flow = try await self(
            "initiate_auth_code_flow", ["scopes": .strings(scopes), "redirect_uri": .string(redirect)])
        #expect(flow["has_verifier"] == true)
        let visit = try await provider.visit(try #require(flow["auth_uri"]?.stringValue), as: user)
        let redirected = try #require(visit.redirect, "\(visit.pages), AADSTS\(visit.errorNumber ?? 0)")
        let query = redirected.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        let parameters = try FormParameters(parsing: query)
        let answer = JSONValue.object(
            Dictionary(parameters.pairs.map { ($0.name, .string($0.value)) }, uniquingKeysWith: { first, _ in first }))
        return try await self("acquire_token_by_auth_code_flow", ["response": answer])
    }
}
