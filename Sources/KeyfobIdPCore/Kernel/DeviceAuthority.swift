import KeyfobCore
import KeyfobCrypto
import KeyfobIdPModel
import KeyfobOAuth

/// The authority that certifies the devices of every tenant, and the key for nonces.
struct DeviceAuthority: Sendable {
    let keyID: String
    let certificates: DeviceCertificateAuthority
    /// Authenticates ``RequestNonce``: every node that has the authority's key has this one.
    let nonceKey: [UInt8]

    init(_ record: StoredSigningKey) throws(CryptoError) {
        keyID = record.keyID
        let pem = record.privateKeyPEM.reveal()
        certificates = DeviceCertificateAuthority(key: try AsymmetricKey(pem: pem))
        nonceKey = HMACSHA256.authenticate(Array("keyfob request nonce".utf8), key: Array(pem.utf8))
    }
}

extension RequestContext {
    /// The device authority.
    ///
    /// - Throws: ``OAuthError`` 90033 if the store was emptied while the provider was running.
    func deviceAuthority() throws(OAuthError) -> DeviceAuthority {
        guard let authority = directory.keys.deviceAuthority else {
            throw OAuthError(90033, detail: "the device authority's key is missing")
        }
        return authority
    }
}
