package import KeyfobCore
import KeyfobCrypto
import KeyfobIdPCore
package import KeyfobIdPModel
import KeyfobJOSE

/// A tenant's settings as JSON.
package enum TenantJSON {
    /// When a managed device is compliant with the tenant: `{"minimumVersions": {"iOS": "17.4"}, "isByHand": false}`.
    package static func compliance(_ body: DirectoryDocument) throws(DirectoryError) -> ComplianceRule {
        var versions: [String: String] = [:]
        for (system, version) in body.members["minimumVersions"]?.objectValue ?? [:] {
            guard let text = version.stringValue, text.split(separator: ".").allSatisfy({ Int($0) != nil }) else {
                throw .invalid("The version of '\(system.prefix(32))' is not a series of numbers separated by dots.")
            }
            versions[system] = text
        }
        return ComplianceRule(minimumVersions: versions, isByHand: try body.bool("isByHand") ?? false)
    }

    /// An issuer of assertions, with its certificates in base64 of DER, as `X509Certificate` elements have them.
    package static func issuer(_ body: DirectoryDocument) throws(DirectoryError) -> FederatedIssuer {
        var certificates: [[UInt8]] = []
        for text in try body.strings("certificates") ?? [] {
            guard let der = Base64.decodeLoosely(text), (try? RSAPublicKey(certificate: der)) != nil else {
                throw .invalid("A certificate is not the base64 of an X.509 certificate with an RSA key.")
            }
            certificates.append(der)
        }
        guard !certificates.isEmpty else { throw .invalid("An issuer needs a certificate.") }
        return FederatedIssuer(issuer: try body.required("issuer"), certificates: certificates)
    }

    /// The issuers that a tenant trusts, as JSON.
    package static func issuers(of tenant: Tenant) -> JSONValue {
        .array(
            (tenant.federatedIssuers ?? []).map { issuer in
                [
                    "issuer": .string(issuer.issuer),
                    "certificates": .strings(issuer.certificates.map(Base64.encode)),
                ]
            })
    }
}
