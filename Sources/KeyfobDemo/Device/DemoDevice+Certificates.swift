#if Server
import Foundation
import KeyfobCore
import KeyfobCrypto
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import KeyfobBackport

extension DemoDevice {
    /// A certificate authority of a tenant, and a user who has a certificate and no password.
    struct CertificateHolder: Sendable {
        let user: String
        let authority: UserCertificateAuthority
        let issued: UserCertificateAuthority.Issued

        /// Two lines from the middle of the private key, to search for where they must not be.
        var traces: [String] {
            let lines = issued.privateKeyPEM.reveal().split(separator: "\n").filter { !$0.hasPrefix("-") }
            return lines.map { String($0.prefix(48)) }
        }

        /// Certificate and key, as the administrator gets them.
        var pem: String { issued.certificatePEM + "\n" + issued.privateKeyPEM.reveal() }
    }

    /// The users with certificates, to look them up later: on the device they are sealed.
    final class CertificateHolders: Sendable {
        private let holders = Mutex<[String: CertificateHolder]>([:])

        fileprivate func add(_ holder: CertificateHolder) { holders.withLock { $0[holder.user] = holder } }

        /// The holder of that name.
        subscript(user: String) -> CertificateHolder? { holders.withLock { $0[user] } }
    }

    /// Gives the tenant a user who signs in by certificate alone, and the certificate. It is not on the device yet.
    func admitCertificateHolder(_ user: String) async throws -> CertificateHolder {
        let now = SystemClock().now
        let authority = try UserCertificateAuthority.create(commonName: "Contoso People", now: now)
        try await admin.trust(tenant: SeedNames.tenant, roots: [authority.der])
        try await admin.setCertificateOnly(true, user: user)
        let holder = CertificateHolder(
            user: user, authority: authority,
            issued: try authority.issue(commonName: user, principalName: user, now: now))
        certificateHolders.add(holder)
        return holder
    }

    /// Puts a certificate on the device for the broker, as its administrator does. The broker has to be installed.
    func putOnDevice(_ holder: CertificateHolder) async throws {
        try await putOnDevice(holder.pem, as: holder.user)
    }

    /// Puts a certificate and its key, both as PEM, on the device for the broker.
    func putOnDevice(_ pem: String, as name: String) async throws {
        let file = "\(directory.path)/bundles/certificate.pem"
        try Data(pem.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let home = try await listing(DemoApps.broker).home
        let added = try await ChildProcess.run(
            "\(directory.path)/programs/keyfob-broker",
            ["certificate", "add", "--certificate", file, "--name", name],
            environment: ["HOME": directory.path, "KEYFOB_HOME": home, "PATH": "/usr/bin:/bin"])
        try require(added.status == 0, "keyfob-broker certificate add: \(added.errors)")
    }

    /// Registers the second redirect URI of an app of the suite.
    func registerCertificateRedirect(of redirectURI: String, client: String = SeedNames.suite) async throws {
        try await admin.register([Self.certificateRedirect(of: redirectURI)], for: client)
    }

    /// Encoded here, and not by the code under test.
    static func certificateRedirect(of redirectURI: String) -> String {
        "msauth://code/" + redirectURI.replacing(":", with: "%3A").replacing("/", with: "%2F")
    }
}
#endif
