#if Server && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobBrokerCore
import KeyfobCache
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobSQLite

/// Users' certificates as files: `certificates` in the broker's folder, mode 0700; in it `NAME.sealed` with the
/// certificate, any intermediates and the private key, mode 0600 and the broker's own.
///
/// Each is sealed with its own key, which is removed when the certificate is replaced or removed: remains of the file
/// on the disk, or in a copy of it, are then useless. The files are read each time, so that the administrator's changes
/// take effect at once.
struct CertificateFiles: PersonalCertificates {
    /// The maximum size: a chain of a few certificates and a key.
    private static let limit = 256 << 10
    private static let suffix = ".sealed"

    let folder: String
    let keys: any SealingKeyProvider
    var random: any RandomSource = SystemRandomSource()
    let trust: TLSTrust
    /// The addresses of hosts that have no DNS entry.
    let addresses: [String: String]

    init(
        brokerFolder: String, keys: any SealingKeyProvider, trust: TLSTrust, addresses: [String: String] = [:]
    ) {
        folder = brokerFolder + "/certificates"
        self.keys = keys
        self.trust = trust
        self.addresses = addresses
    }

    func names() throws(AuthError) -> [String] {
        let files = try PrivateDirectory.names(in: folder)
        guard !files.isEmpty else { return [] }
        try PrivateDirectory.prepare(folder)
        return files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    func transport(presenting name: String) throws(AuthError) -> any HTTPTransport {
        guard let envelope = try envelope(of: name) else {
            throw .configuration(
                "The certificate \(name) is no longer on this device.",
                remedy: "Have the administrator add it again: keyfob-broker certificate add.")
        }
        let pem = try envelope.open(envelope.key(from: keys))
        return try Self.transport(Secret(String(decoding: pem, as: UTF8.self)), trust: trust, addresses: addresses)
    }

    /// Stores a certificate and its key, replacing one of that name.
    ///
    /// - Parameter pem: both; they are first checked to match.
    func add(_ name: String, pem: Secret<String>) throws(AuthError) {
        try check(name)
        _ = try Self.transport(pem, trust: .system)
        try PrivateDirectory.prepare(folder)
        let former = keyID(of: name)
        let id = random.uuid()
        let key = try keys.create(id: id)
        do throws(AuthError) {
            try PrivateFile.replace(
                path(of: name),
                with: SealedEnvelope.seal(
                    Array(pem.reveal().utf8), as: .certificate(name: name), key: key, keyID: id, place: keys.place,
                    nonce: random.bytes(12)))
        } catch {
            try? keys.remove(id: id)
            throw error
        }
        if let former { try keys.remove(id: former) }
    }

    /// Removes a certificate.
    ///
    /// - Returns: false if there is none of that name.
    func remove(_ name: String) throws(AuthError) -> Bool {
        try check(name)
        guard try PrivateFile.exists(path(of: name)) else { return false }
        let former = keyID(of: name)
        do {
            try FileManager.default.removeItem(atPath: path(of: name))
        } catch {
            throw .configuration("\(path(of: name)) cannot be removed.")
        }
        if let former { try keys.remove(id: former) }
        return true
    }

    /// Returns the file of a certificate; nil if there is none.
    private func envelope(of name: String) throws(AuthError) -> SealedEnvelope? {
        guard let bytes = try PrivateFile.read(path(of: name), limit: Self.limit) else { return nil }
        return try SealedEnvelope(parsing: bytes, as: .certificate(name: name))
    }

    /// Returns the id of the key that opens a certificate's file; nil if there is none, or the file is damaged: it can
    /// still be replaced and removed then, and a changed file cannot cause a key to be removed.
    private func keyID(of name: String) -> String? {
        guard let envelope = try? envelope(of: name), (try? envelope.open(envelope.key(from: keys))) != nil else {
            return nil
        }
        return envelope.keyID
    }

    private func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    private static func transport(
        _ pem: Secret<String>, trust: TLSTrust, addresses: [String: String] = [:]
    ) throws(AuthError) -> AsyncHTTPTransport {
        try AsyncHTTPTransport(
            trust: trust, identity: ClientIdentity(certificatePEM: pem.reveal(), privateKeyPEM: pem),
            addresses: addresses)
    }

    /// Checks a name, which is part of a file name; user names are valid.
    private func check(_ name: String) throws(AuthError) {
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_@+")
        guard (1...128).contains(name.utf8.count), !name.hasPrefix("."), name.allSatisfy(allowed.contains) else {
            throw .configuration(
                "\(name) cannot be a certificate's name.",
                remedy: "Use letters, digits and . - _ @ +, at most 128 of them, and no full stop at the beginning.")
        }
    }
}
#endif
