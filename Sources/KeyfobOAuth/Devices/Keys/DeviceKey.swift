package import KeyfobCore
package import KeyfobCrypto
package import KeyfobJOSE

/// A device's key and the certificate that names the device.
package struct DeviceKey: Sendable {
    /// The private key, RSA or P-256.
    package let key: AsymmetricKey
    /// The certificate that the device got when it was registered.
    package let certificate: DeviceCertificate

    /// Combines a key and its certificate.
    ///
    /// - Throws: `CryptoError` if the certificate is for another key, or cannot be parsed.
    package init(key: AsymmetricKey, certificate der: [UInt8]) throws(CryptoError) {
        let certificate = try DeviceCertificate(der: der)
        guard certificate.publicKey == key.publicKey else {
            throw CryptoError("The device's certificate belongs to another key.")
        }
        self.key = key
        self.certificate = certificate
    }

    /// The device's id.
    package var deviceID: String { certificate.deviceID }

    /// The only algorithm of the key.
    package var algorithm: SignatureAlgorithm { key.publicKey.algorithm }

    /// Signs a message, with the certificate in its header (`x5c`).
    ///
    /// - Throws: `JOSEError` if swift-crypto fails.
    package func sign(_ claims: [String: JSONValue]) throws(JOSEError) -> Secret<String> {
        Secret(
            try JWS.sign(JSONValue.object(claims).bytes(), with: key, certificate: certificate.der))
    }
}

extension DeviceKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm and the device's id.
    package var description: String { "\(algorithm.rawValue) key of device \(deviceID)" }
    /// A mirror without children, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A message signed by a device, with the certificate in its header, as the provider parses it.
package struct DeviceSignedMessage: Sendable {
    /// The claims. Do not trust them before ``verify(with:)``.
    package let claims: [String: JSONValue]
    /// The certificate in the header, which must not be trusted either.
    package let certificate: DeviceCertificate
    private let jws: JWS

    /// Parses a message.
    ///
    /// - Throws: `JOSEError` if it is not a JWS of a JSON object with a readable certificate in its header.
    package init(compact: String) throws(JOSEError) {
        jws = try JWS(compact: compact)
        guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
            throw JOSEError("The message is not a JSON object, or has a duplicate member.")
        }
        let certificates = try jws.certificates()
        do {
            certificate = try DeviceCertificate(der: certificates.first ?? [])
        } catch {
            throw JOSEError(error)
        }
        self.claims = claims
    }

    /// Verifies the signature with the device's key in the directory.
    ///
    /// - Throws: `JOSEError` if the message was signed with another key.
    package func verify(with key: AsymmetricPublicKey) throws(JOSEError) { try jws.verify(with: key) }
}
