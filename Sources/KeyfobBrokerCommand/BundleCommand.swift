#if Server && LinuxTransport
import ArgumentParser
import Foundation
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCommandLine
import KeyfobCore

/// `keyfob-broker bundle`: writes a bundle of this program for a device.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Write a bundle of the broker for 'keyfob-device install'.")

    @Argument(help: "The folder to write; it must not exist.", completion: .directory)
    var folder: String

    @Option(
        help: "The URL schemes of the broker: keyfob or microsoft.", completion: .list(BrokerSettings.schemes))
    var schemes = "keyfob"

    @Option(help: "A host of an identity provider, with its port if it is not 443; may be given several times.")
    var providerHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The address of a host that has no DNS entry; may be given several times.", valueName: "host=address"))
    var resolve: [String] = []

    @Option(
        help: "The certificates of the trusted authorities (PEM); a copy goes into the bundle.", completion: .file())
    var caFile: String?

    @Option(
        help: "When the device is registered: at_sign_in or when_required.",
        completion: .list(RegistrationMoment.allCases.map(\.rawValue)))
    var registration = "at_sign_in"

    @Option(help: "The command that shows the broker's pages, in place of BROWSER.")
    var browser: String?

    @Option(help: "A JSON file with the administrator's rules.", completion: .file())
    var policy: String?

    @Option(help: "The team that signs it.")
    var team = "KEYFOB"

    func validate() throws {
        guard BrokerSettings.schemes.contains(schemes) else {
            throw ValidationError("--schemes is \(BrokerSettings.schemes.joined(separator: " or ")).")
        }
        guard RegistrationMoment(rawValue: registration) != nil else {
            let moments = RegistrationMoment.allCases.map(\.rawValue)
            throw ValidationError("--registration is \(moments.joined(separator: " or ")).")
        }
        _ = try addresses()
    }

    func run() throws {
        var settings: [String: JSONValue] = [
            "schemes": .string(schemes), "provider_hosts": .strings(providerHost),
            "registration": .string(registration),
        ]
        settings["browser"] = browser.map { .string($0) }
        if !resolve.isEmpty { settings["addresses"] = .object(try addresses()) }
        if caFile != nil { settings["ca_file"] = "ca.pem" }
        settings["policy"] = try policy.map(Self.rules)
        // Invalid settings are not written.
        let parsed = try BrokerSettings(json: .object(settings), folder: folder)
        guard let program = Bundle.main.executablePath else {
            throw AuthError.configuration("This program's own file is not known.")
        }
        var files = [
            "broker.json": Data((JSONValue.object(settings).text() + "\n").utf8),
            "Info.plist": Data(BrokerBundle.info(parsed.identity.schemes).utf8),
            "entitlements.plist": Data(
                BrokerBundle.entitlements(providerHost + ["login.microsoftonline.com"]).utf8),
            "signature.plist": Data(BrokerBundle.signature(team).utf8),
        ]
        files["ca.pem"] = try caFile.map(Self.content)
        try BundleFolder(path: folder).write(files, program: program, as: "keyfob-broker")
        Output.line(
            "\(folder): \(BrokerIdentity.keyfobBundleID), schemes \(parsed.identity.schemes.all.joined(separator: ", "))"
        )
    }

    private static func content(_ path: String) throws(AuthError) -> Data {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw .configuration("The file \(path) cannot be read.", remedy: "Check its name, and who may read it.")
        }
        return content
    }

    /// Reads the administrator's rules, which have to be valid.
    private static func rules(_ path: String) throws(AuthError) -> JSONValue {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: [UInt8](content(path)))
        } catch let error as AuthError {
            throw error
        } catch {
            throw .configuration("The rules in \(path) are not JSON: \(error).", remedy: "Correct that file.")
        }
        do throws(AuthError) {
            _ = try ManagedPolicy(json: json)
        } catch {
            throw .configuration(
                "The rules in \(path) are not understood: \(error.message)", remedy: "Correct that file.")
        }
        return json
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
