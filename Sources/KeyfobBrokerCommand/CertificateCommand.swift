#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobAsyncHTTP
import KeyfobCommandLine
import KeyfobCore

/// `keyfob-broker certificate`: manages users' certificates, which the broker presents where they sign in with one.
struct CertificateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "certificate",
        abstract: "Add users' certificates to the device for the broker, or remove them.",
        discussion: """
            On a device only its owner can do that: KEYFOB_HOME names the broker's home ('keyfob-device apps --json' prints it). \
            Only the broker can read a private key then; apps see neither key nor certificate.
            """,
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a certificate and its private key to the device.")

        @Option(help: "The certificate, then any intermediates (PEM).", completion: .file())
        var certificate: String

        @Option(
            help: "The private key (PEM, without a password); by default it is in the certificate's file.",
            completion: .file())
        var key: String?

        @Option(help: "The certificate's name: best the name of the user who signs in with it.")
        var name: String

        func run() throws {
            var pem = try CertificateCommand.content(certificate)
            if let key { pem += "\n" + (try CertificateCommand.content(key)) }
            try CertificateCommand.files().add(name, pem: Secret(pem))
            Output.line("\(name): the broker presents it from now on.")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the certificates by name.")

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let names = try CertificateCommand.files().names()
            guard !json else {
                Output.json(.strings(names))
                return
            }
            if names.isEmpty { Output.line("The broker has no certificate.") }
            for name in names { Output.line(name) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a certificate and its key.")

        @Argument(help: "The certificate's name.")
        var name: String

        func run() throws {
            guard try CertificateCommand.files().remove(name) else {
                throw AuthError.configuration("The broker has no certificate called \(name).")
            }
        }
    }

    private static func content(_ path: String) throws(AuthError) -> String {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .configuration("\(path) cannot be read.")
        }
        let text = String(decoding: content, as: UTF8.self)
        // Certificates are often handed out in one of these formats.
        guard content.first != 0x30 else {
            throw .configuration(
                "\(path) is not PEM: PKCS #12 (.p12, .pfx) or DER.",
                remedy: "Convert it: openssl pkcs12 -in FILE -nodes -out PEM; for DER: openssl x509 -inform DER.")
        }
        guard !text.contains("ENCRYPTED") else {
            throw .configuration(
                "The private key in \(path) has a password.",
                remedy: "Remove it: openssl pkey -in FILE -out PEM; the broker seals the key itself.")
        }
        return text
    }

    /// Returns the files, as the user who owns the home: the broker could not read files of root's.
    private static func files() throws -> CertificateFiles {
        let places = try BrokerPlaces(environment: ProcessInfo.processInfo.environment, becomesOwner: true)
        try places.prepare()
        return CertificateFiles(brokerFolder: places.folder, keys: places.keys, trust: .system)
    }
}
#endif
