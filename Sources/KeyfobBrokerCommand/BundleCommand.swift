#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobBrokerProtocol
import KeyfobCommandLine
import KeyfobCore

/// `keyfob-broker bundle`: a bundle of this program for a device.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Write a bundle of the broker, which 'keyfob-device install' takes.")

    @Argument(help: "The folder to write; it must not be there.")
    var folder: String

    @Option(help: "Whose URL schemes it answers to: keyfob or microsoft.")
    var schemes = "keyfob"

    @Option(help: "A host of an identity provider, with its port if it is not 443; may be given several times.")
    var providerHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where a host is that no name service knows; may be given several times.", valueName: "host=address"))
    var resolve: [String] = []

    @Option(help: "The certificates of the authorities to believe (PEM); a copy goes into the bundle.")
    var caFile: String?

    @Option(help: "When the device is registered: at_sign_in or when_required.")
    var registration = "at_sign_in"

    @Option(help: "The command that shows the broker's pages, in place of BROWSER.")
    var browser: String?

    @Option(help: "A JSON file with the administrator's rules.")
    var policy: String?

    @Option(help: "The team that signs it.")
    var team = "KEYFOB"

    func run() throws {
        var settings: [String: JSONValue] = [
            "schemes": .string(schemes), "provider_hosts": .strings(providerHost),
            "registration": .string(registration),
        ]
        settings["browser"] = browser.map { .string($0) }
        if !resolve.isEmpty { settings["addresses"] = .object(try addresses()) }
        if caFile != nil { settings["ca_file"] = "ca.pem" }
        if let policy {
            guard let content = FileManager.default.contents(atPath: policy) else {
                throw AuthError.configuration("\(policy) cannot be read.")
            }
            settings["policy"] = try JSONValue(parsing: [UInt8](content))
        }
        // What the broker would not understand is not written.
        let parsed = try BrokerSettings(json: .object(settings), folder: folder)
        let hosts = providerHost + ["login.microsoftonline.com"]
        guard let program = Bundle.main.executablePath else {
            throw AuthError.configuration("This program's own file is not known.")
        }
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try files.copyItem(atPath: program, toPath: folder + "/keyfob-broker")
        if let caFile { try files.copyItem(atPath: caFile, toPath: folder + "/ca.pem") }
        let texts = [
            "broker.json": JSONValue.object(settings).text() + "\n",
            "Info.plist": BrokerBundle.info(parsed.identity.schemes),
            "entitlements.plist": BrokerBundle.entitlements(hosts), "signature.plist": BrokerBundle.signature(team),
        ]
        for (name, text) in texts { try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        Output.line(
            "\(folder): \(BrokerIdentity.keyfobBundleID), schemes \(parsed.identity.schemes.all.joined(separator: ", "))"
        )
    }

    private func addresses() throws -> [String: JSONValue] {
        var table: [String: JSONValue] = [:]
        for text in resolve {
            let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts.contains("") else {
                throw ValidationError("--resolve '\(text)' is not of the form HOST=ADDRESS.")
            }
            table[parts[0].lowercased()] = .string(parts[1])
        }
        return table
    }
}
#endif
