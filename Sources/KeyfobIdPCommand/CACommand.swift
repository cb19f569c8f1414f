#if Server
import ArgumentParser
import KeyfobCore
import KeyfobSQLite

/// `keyfob-idp ca`: prints the path of the certificate that clients have to trust.
struct CACommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ca", abstract: "Prints the path of the local CA's certificate.",
        discussion: """
            Pass it to a client with --ca-file, KEYFOB_CA_FILE or SSL_CERT_FILE. With --stand-in it is the separate \
            authority for Microsoft's hosts: give that to the clients of a test alone, and never to a trust store of \
            this machine.
            """)

    @Flag(help: "The authority for 'serve --stand-in', which certifies Microsoft's hosts and nothing else.")
    var standIn = false

    @OptionGroup var data: DataOption

    func run() throws {
        let main = try data.directory()
        try main.prepare()
        let directory = standIn ? main.standIn : main
        try directory.prepare()
        if try directory.read(directory.caCertificate) == nil {
            // A provider that starts at this moment makes the CA itself, under the same lock.
            let lock = try main.lockForProvider()
            if standIn {
                let hosts = StandInService.hosts
                _ = try LocalCertificates.standInAuthority(in: directory, hosts: hosts, clock: SystemClock())
            } else {
                _ = try LocalCertificates.authority(in: directory, names: [], clock: SystemClock())
            }
            lock.unlock()
            // Makes a mistyped path visible.
            ProviderOutput.warn("keyfob-idp: a new certificate authority was made in \(directory.path).\n")
        }
        ProviderOutput.answer(directory.caCertificate + "\n")
    }
}
#endif
