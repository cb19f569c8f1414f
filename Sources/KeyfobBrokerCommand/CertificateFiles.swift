#if Server && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobBrokerCore
import KeyfobCore
import KeyfobOAuth
import KeyfobSQLite

/// People's certificates as files: `certificates` in the broker's folder, mode 0700; in it `NAME.pem` with the
/// certificate, any intermediates and the private key, mode 0600 and the broker's own.
///
/// They are looked at anew each time, so that what the administrator adds or takes away counts at once.
struct CertificateFiles: PersonalCertificates {
    /// A chain of a few certificates and a key.
    private static let limit = 256 << 10
    private static let suffix = ".pem"

    let folder: String
    let trust: TLSTrust
    /// Where hosts are that no name service knows.
    let addresses: [String: String]

    init(brokerFolder: String, trust: TLSTrust, addresses: [String: String] = [:]) {
        folder = brokerFolder + "/certificates"
        self.trust = trust
        self.addresses = addresses
    }

    func names() throws(AuthError) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        try PrivateDirectory.prepare(folder)
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw AuthError(
                .storeUnavailable, origin: .store, message: "\(folder) cannot be listed.",
                remedy: "Look at the folder's owner and mode.")
        }
        return files.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
            .map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    func transport(presenting name: String) throws(AuthError) -> any HTTPTransport {
        guard let bytes = try PrivateFile.read(path(of: name), limit: Self.limit) else {
            throw .configuration(
                "The certificate \(name) is not on this device any more.",
                remedy: "Have the administrator put it there again: keyfob-broker certificate add.")
        }
        return try Self.transport(Secret(String(decoding: bytes, as: UTF8.self)), trust: trust, addresses: addresses)
    }

    /// Keeps a certificate and its key, in the place of one of that name.
    ///
    /// - Parameter pem: both; that they fit is checked first.
    func add(_ name: String, pem: Secret<String>) throws(AuthError) {
        try check(name)
        _ = try Self.transport(pem, trust: .system)
        try PrivateDirectory.prepare(folder)
        try PrivateFile.replace(path(of: name), with: Array(pem.reveal().utf8))
    }

    /// Takes a certificate away.
    ///
    /// - Returns: false if there is none of that name.
    func remove(_ name: String) throws(AuthError) -> Bool {
        try check(name)
        guard try PrivateFile.exists(path(of: name)) else { return false }
        do {
            try FileManager.default.removeItem(atPath: path(of: name))
        } catch {
            throw .configuration("\(path(of: name)) cannot be removed.")
        }
        return true
    }

    private func path(of name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }

    private static func transport(
        _ pem: Secret<String>, trust: TLSTrust, addresses: [String: String] = [:]
    ) throws(AuthError) -> AsyncHTTPTransport {
        try AsyncHTTPTransport(
            trust: trust, identity: ClientIdentity(certificatePEM: pem.reveal(), privateKeyPEM: pem),
            addresses: addresses)
    }

    /// A name is a file's: a user name will do.
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
