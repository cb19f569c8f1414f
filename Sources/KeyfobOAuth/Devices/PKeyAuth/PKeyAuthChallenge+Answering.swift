public import KeyfobCore
import KeyfobCrypto
public import KeyfobJOSE

extension PKeyAuthChallenge {
    /// Whether a device's certificate is one that the challenge asks for, and its key signs by an algorithm that the
    /// challenge allows.
    public func accepts(_ key: DeviceKey) -> Bool {
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

    /// The value of `Authorization` that answers the challenge.
    ///
    /// - Parameters:
    ///   - key: the device's key; nil, or one that the challenge does not accept, gives the answer that there is none.
    ///   - requestURL: the address of the challenged request, for a challenge that names no place for the answer.
    ///   - now: the present moment, in seconds since 1970.
    /// - Throws: `JOSEError` if the library below fails.
    public func answer(
        with key: DeviceKey?, requestURL: HTTPURL, now: Int64
    ) throws(JOSEError) -> Secret<String> {
        let tail = "Context=\"\(context)\", Version=\"\(Self.version)\""
        guard let key, accepts(key) else { return Secret("\(Self.scheme)  \(tail)") }
        let target = submitURL ?? requestURL
        let token = try key.sign([
            "aud": .string(target.with(path: target.path).description), "nonce": .string(nonce),
            // A string: that is how the specification's clients write it.
            "iat": .string(String(now)),
        ])
        return Secret("\(Self.scheme) AuthToken=\"\(token.reveal())\", \(tail)")
    }
}
