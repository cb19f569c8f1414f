#if Server
import ArgumentParser
import KeyfobCore
import KeyfobSQLite

/// `keyfob-idp ca`: prints the path of the certificate that clients have to trust.
struct CACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Prints the path of the local CA's certificate.",
        discussion: "Pass it to a client with --ca-file, KEYFOB_CA_FILE or SSL_CERT_FILE.")

    @OptionGroup var data: DataOption

    func run() throws {
        let directory = try data.directory()
        try directory.prepare()
        if try directory.read(directory.caCertificate) == nil {
            // A provider that starts at this moment makes the CA itself, under the same lock.
            let lock = try directory.lockForProvider()
            _ = try LocalCertificates.authority(in: directory, names: [], clock: SystemClock())
            lock.unlock()
            // Makes a mistyped path visible.
            ProviderOutput.warn("keyfob-idp: a new certificate authority was made in \(directory.path).\n")
        }
        ProviderOutput.answer(directory.caCertificate + "\n")
    }
}
#endif
