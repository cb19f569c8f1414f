package import KeyfobCore
import KeyfobCrypto
package import KeyfobJOSE

extension PKeyAuthChallenge {
    /// Whether the challenge requests a certificate such as the device's, and allows its key's algorithm.
    package func accepts(_ key: DeviceKey) -> Bool {
        guard (supportedAlgorithms ?? [.rs256]).contains(key.algorithm) else { return false }
        if let tenantID, let own = key.certificate.tenantID, tenantID.lowercased() != own { return false }
        if let certificateThumbprint {
            return certificateThumbprint.lowercased() == Hex.encode(Digest.sha1(key.certificate.der))
        }
        guard let certificateAuthorities else { return true }
        let units = Set(key.certificate.issuerUnits.map { $0.lowercased() })
        return certificateAuthorities.split(separator: ";").contains { name in
            name.split(separator: ",").contains { part in
                let part = part.drop { $0 == " " }.lowercased()
                return part.hasPrefix("ou=") && units.contains(String(part.dropFirst(3)))
            }
        }
    }

    /// Returns the value of `Authorization` that answers the challenge.
    ///
    /// - Parameters:
    ///   - key: the device's key; with nil, or a key that the challenge does not accept, the response is that there is
    ///     none.
    ///   - requestURL: the URL of the challenged request, for a challenge without a URL for the response.
    ///   - now: the current time, in seconds since 1970.
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func answer(
        with key: DeviceKey?, requestURL: HTTPURL, now: Int64
    ) throws(JOSEError) -> Secret<String> {
        let tail = "Context=\(HTTPFields.quoted(context)), Version=\"\(Self.version)\""
        guard let key, accepts(key) else { return Secret("\(Self.scheme)  \(tail)") }
        let target = submitURL ?? requestURL
        let token = try key.sign([
            "aud": .string(target.with(path: target.path).description), "nonce": .string(nonce),
            // A string, as in the specification.
            "iat": .string(String(now)),
        ])
        return Secret("\(Self.scheme) AuthToken=\"\(token.reveal())\", \(tail)")
    }
}
