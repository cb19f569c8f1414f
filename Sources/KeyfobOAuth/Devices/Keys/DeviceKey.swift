public import KeyfobCore
public import KeyfobCrypto
public import KeyfobJOSE

/// A device's key with the certificate that names the device: what it proves itself with.
public struct DeviceKey: Sendable {
    /// The private key, RSA or P-256.
    public let key: AsymmetricKey
    /// The certificate that the device got when it was registered.
    public let certificate: DeviceCertificate

    /// Joins a key and its certificate.
    ///
    /// - Throws: `CryptoError` if the certificate is of another key, or cannot be read.
    public init(key: AsymmetricKey, certificate der: [UInt8]) throws(CryptoError) {
        let certificate = try DeviceCertificate(der: der)
        guard certificate.publicKey == key.publicKey else {
            throw CryptoError("The device's certificate belongs to another key.")
        }
        self.key = key
        self.certificate = certificate
    }

    /// The device's id.
    public var deviceID: String { certificate.deviceID }

    /// The one algorithm that the key signs by.
    public var algorithm: SignatureAlgorithm { key.publicKey.algorithm }

    /// Signs a message, the certificate in its header (`x5c`).
    ///
    /// - Throws: `JOSEError` if the library below fails.
    public func sign(_ claims: [String: JSONValue]) throws(JOSEError) -> Secret<String> {
        Secret(
            try JWS.sign(JSONValue.object(claims).bytes(), with: key, certificate: certificate.der))
    }
}

extension DeviceKey: CustomStringConvertible, CustomReflectable {
    /// The algorithm and the device's id.
    public var description: String { "\(algorithm.rawValue) key of device \(deviceID)" }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A message that a device signed, the certificate in its header, as the provider reads it.
public struct DeviceSignedMessage: Sendable {
    /// What is claimed. Believe nothing before ``verify(with:)``.
    public let claims: [String: JSONValue]
    /// The certificate in the header, of which nothing is believed either.
    public let certificate: DeviceCertificate
    private let jws: JWS

    /// Takes a message apart.
    ///
    /// - Throws: `JOSEError` if it is no JWS of a JSON object with a readable certificate in its header.
    public init(compact: String) throws(JOSEError) {
        jws = try JWS(compact: compact)
        guard let claims = (try? JSONValue(parsing: jws.payload))?.objectValue else {
            throw JOSEError("The message is not a JSON object, or names a member twice.")
        }
        let certificates = try jws.certificates()
        do {
            certificate = try DeviceCertificate(der: certificates.first ?? [])
        } catch {
            throw JOSEError(error)
        }
        self.claims = claims
    }

    /// Checks the signature with the key that the directory knows of the device.
    ///
    /// - Throws: `JOSEError` if the message was signed with another key.
    public func verify(with key: AsymmetricPublicKey) throws(JOSEError) { try jws.verify(with: key) }
}
