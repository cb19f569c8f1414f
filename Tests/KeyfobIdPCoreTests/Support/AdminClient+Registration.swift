import KeyfobCore
import KeyfobOAuth
import KeyfobTesting

extension AdminClient {
    /// Changes members of a registration.
    func change(_ clientID: String, _ changes: [String: JSONValue]) async throws {
        try await put(application: .object(changes.merging(["appId": .string(clientID)]) { own, _ in own }))
    }

    /// Adds a certificate, in base64 of DER, to a registration.
    func addCertificate(_ certificate: String, to clientID: String) async throws {
        let present = try await registration(of: clientID)["keyCredentials"]?.arrayValue ?? []
        let kept = present.map { JSONValue.object(["keyId": $0["keyId"] ?? .null]) }
        try await change(clientID, ["keyCredentials": .array(kept + [["key": .string(certificate)]])])
    }

    /// Adds a federated credential to a registration.
    @discardableResult
    func addFederatedCredential(_ members: [String: JSONValue], to clientID: String) async throws -> JSONValue {
        let usual: [String: JSONValue] = ["audiences": ["api://AzureADTokenExchange"]]
        return try await graph(
            .post, "applications(appId='\(clientID)')/federatedIdentityCredentials",
            .object(usual.merging(members) { _, own in own }))
    }
}
