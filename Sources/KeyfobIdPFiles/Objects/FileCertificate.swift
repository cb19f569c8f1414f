import KeyfobJOSE

/// A certificate in a file.
enum FileCertificate {
    /// The bytes of a certificate in base64.
    static func der(_ text: String) -> [UInt8]? { Base64.decodeLoosely(text) }
}
