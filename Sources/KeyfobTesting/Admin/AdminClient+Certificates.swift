import KeyfobCore
import KeyfobOAuth

extension AdminClient {
    /// Lets a tenant's users sign in by certificate.
    ///
    /// - Parameters:
    /// - tenant: The tenant's id or domain.
    /// - roots: The certificates, in DER, of the root authorities.
    /// - intermediates: Those of intermediate authorities.
    /// - revocationLists: Lists in DER by the index of their root.
    /// - isMultiFactor: Whether a certificate counts as two factors.
    public func trust(
        tenant: String, roots: [[UInt8]], intermediates: [[UInt8]] = [], revocationLists: [Int: [UInt8]] = [:],
        isMultiFactor: Bool = false
    ) async throws {
        func authority(_ certificate: [UInt8], isRoot: Bool, list: [UInt8]? = nil) -> JSONValue {
            var members: [String: JSONValue] = [
                "certificate": .string(Self.base64(certificate)), "isRootAuthority": .bool(isRoot),
            ]
            members["certificateRevocationList"] = list.map { .string(Self.base64($0)) }
            return .object(members)
        }
        let authorities =
            roots.enumerated().map { authority($1, isRoot: true, list: revocationLists[$0]) }
            + intermediates.map { authority($0, isRoot: false) }
        let method: JSONValue = [
            "certificateAuthorities": .array(authorities),
            "x509CertificateAuthenticationDefaultMode":
                .string(isMultiFactor ? "x509CertificateMultiFactor" : "x509CertificateSingleFactor"),
        ]
        try await apply(["trust": ["certificateAuthentication": method]], tenant: tenant)
    }

    /// Limits a user to sign-in by certificate, or allows a password again once one is set.
    public func setCertificateOnly(_ isCertificateOnly: Bool, user: String) async throws {
        let name = user.contains("@") ? "userPrincipalName" : "id"
        let entry: JSONValue = [name: .string(user), "certificateOnly": .bool(isCertificateOnly)]
        try await apply(["users": [entry]])
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let text = String(Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
