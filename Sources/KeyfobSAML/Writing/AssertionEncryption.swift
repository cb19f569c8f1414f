import KeyfobCore
import KeyfobCrypto
import KeyfobJOSE

/// Encrypts an assertion for a service (XML Encryption 1.1 section 4.4): AES-256 in CBC mode, its key by RSA-OAEP, as
/// Entra ID does. The encryption does not authenticate, so the assertion or the response is signed too.
enum AssertionEncryption {
    private static let content = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
    private static let transport = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"
    private static let sha1 = "http://www.w3.org/2000/09/xmldsig#sha1"
    private static let element = "http://www.w3.org/2001/04/xmlenc#Element"

    static func encrypted(
        _ assertion: XMLTree, for key: RSAPublicKey, random: any RandomSource
    ) throws(CryptoError) -> XMLTree {
        let secret = random.bytes(32)
        let vector = random.bytes(16)
        let sealed = try AESCBCKey(secret).encrypt(assertion.document, vector: vector)
        let wrapped = try key.wrap(secret)
        return XMLTree(
            "EncryptedAssertion", .assertion, [],
            [
                XMLTree(
                    "EncryptedData", .encryption, [("Type", element)],
                    [
                        XMLTree("EncryptionMethod", .encryption, [("Algorithm", content)]),
                        XMLTree("KeyInfo", .signature, [], [encryptedKey(wrapped)]), cipher(vector + sealed),
                    ])
            ])
    }

    private static func encryptedKey(_ wrapped: [UInt8]) -> XMLTree {
        XMLTree(
            "EncryptedKey", .encryption, [],
            [
                XMLTree(
                    "EncryptionMethod", .encryption, [("Algorithm", transport)],
                    [XMLTree("DigestMethod", .signature, [("Algorithm", sha1)])]), cipher(wrapped),
            ])
    }

    private static func cipher(_ bytes: [UInt8]) -> XMLTree {
        XMLTree(
            "CipherData", .encryption, [], [XMLTree("CipherValue", .encryption, text: Base64.encode(bytes))])
    }
}
