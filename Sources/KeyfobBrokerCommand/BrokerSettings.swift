#if Server && LinuxTransport
import Foundation
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

/// The broker's settings: a JSON object in its bundle. Every member is optional; an unknown one is an error, since a
/// misspelled rule would be ignored.
struct BrokerSettings {
    /// The engine's configuration.
    var broker = BrokerConfiguration()
    /// The URLs that this broker handles (`schemes`: `keyfob` or `microsoft`).
    var identity = BrokerIdentity.keyfob
    /// The trusted certification authorities (`ca_file`); a relative path begins at the settings' folder.
    var caFile: String?
    /// The addresses of hosts that have no DNS entry (`addresses`), by name.
    var addresses: [String: String] = [:]
    /// The command that shows pages (`browser`), in place of `BROWSER`.
    var browser: String?
    /// How long a user may take, in seconds (`window_seconds`).
    var windowSeconds = 900.0

    /// The valid values of `schemes`.
    static let schemes = ["keyfob", "microsoft"]

    private static let names: Set<String> = [
        "schemes", "ca_file", "browser", "window_seconds", "provider_hosts", "registration", "registration_hosts",
        "device_name", "ask_before_first_use", "policy", "client_id", "redirect_uri",
        "addresses",
    ]

    /// Reads a file.
    ///
    /// - Parameter mayBeMissing: whether a missing file gives the default settings. An unreadable file never does: a
    ///   broker without its rules would be open to every app.
    /// - Throws: ``AuthError`` with code `configuration` if it cannot be read or is invalid.
    static func read(_ path: String, mayBeMissing: Bool) throws(AuthError) -> BrokerSettings {
        guard let content = FileManager.default.contents(atPath: path) else {
            var status = stat()
            if mayBeMissing, lstat(path, &status) != 0, errno == ENOENT { return BrokerSettings() }
            throw .configuration(
                "The broker's settings in \(path) cannot be read.", remedy: "Check the file's path, owner and mode.")
        }
        guard let json = try? JSONValue(parsing: [UInt8](content)) else {
            throw .configuration("\(path) is not JSON.", remedy: "Correct it, or write it again: keyfob-broker bundle.")
        }
        return try BrokerSettings(json: json, folder: (path as NSString).deletingLastPathComponent)
    }

    init() {}

    init(json: JSONValue, folder: String) throws(AuthError) {
        guard let members = json.objectValue, Set(members.keys).isSubset(of: Self.names) else {
            throw Self.wrong("an object with the members \(Self.names.sorted().joined(separator: ", "))")
        }
        switch try Self.text("schemes", in: members) ?? "keyfob" {
        case "keyfob": identity = .keyfob
        case "microsoft": identity = .keyfobForMicrosoftSchemes
        default: throw Self.wrong("schemes: \(Self.schemes.joined(separator: " or "))")
        }
        caFile = try Self.text("ca_file", in: members).map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
        browser = try Self.text("browser", in: members)
        if let seconds = members["window_seconds"] {
            guard let value = seconds.doubleValue, value.isFinite, value > 0 else {
                throw Self.wrong("window_seconds: a number of seconds")
            }
            windowSeconds = value
        }
        if let hosts = members["provider_hosts"] {
            guard let list = hosts.arrayValue, list.allSatisfy({ $0.stringValue != nil }) else {
                throw Self.wrong("provider_hosts: a list of hosts")
            }
            broker.trust.knownHosts.formUnion(list.compactMap { $0.stringValue?.lowercased() })
        }
        if let text = try Self.text("registration", in: members) {
            guard let moment = RegistrationMoment(rawValue: text) else {
                throw Self.wrong(
                    "registration: \(RegistrationMoment.allCases.map(\.rawValue).joined(separator: " or "))")
            }
            broker.registration = moment
        }
        addresses = try Self.table("addresses", in: members)
        broker.registrationHosts = try Self.table("registration_hosts", in: members)
        broker.deviceName = try Self.text("device_name", in: members) ?? broker.deviceName
        if let asks = members["ask_before_first_use"] {
            guard let value = asks.boolValue else { throw Self.wrong("ask_before_first_use: true or false") }
            broker.asksBeforeFirstUse = value
        }
        broker.clientID = try Self.text("client_id", in: members) ?? broker.clientID
        broker.redirectURI = try Self.text("redirect_uri", in: members) ?? broker.redirectURI
        if let policy = json["policy"] { broker.policy = try ManagedPolicy(json: policy) }
    }

    private static func text(_ name: String, in members: [String: JSONValue]) throws(AuthError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.stringValue else { throw wrong("\(name): a text") }
        return text
    }

    private static func table(_ name: String, in members: [String: JSONValue]) throws(AuthError) -> [String: String] {
        guard let value = members[name] else { return [:] }
        guard let table = value.objectValue, table.values.allSatisfy({ $0.stringValue != nil }) else {
            throw wrong("\(name): an object with a text for each host")
        }
        return table.compactMapValues(\.stringValue)
    }

    private static func wrong(_ what: String) -> AuthError {
        .configuration("The broker's settings are not understood: \(what).", remedy: "Correct broker.json.")
    }
}
#endif
