#if Server && LinuxTransport
import Foundation
import KeyfobBrokerCore
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobFlows

/// The broker's settings: a JSON object that stands in its bundle. Every member may be left out; one that is not known is
/// an error, since a misspelled rule would be none.
struct BrokerSettings {
    /// What the engine needs.
    var broker = BrokerConfiguration()
    /// Which URLs are for this broker (`schemes`: `keyfob` or `microsoft`).
    var identity = BrokerIdentity.keyfob
    /// The certification authorities to believe (`ca_file`); a relative path begins at the settings' folder.
    var caFile: String?
    /// Where hosts are that no name service knows (`addresses`): an address for each name.
    var addresses: [String: String] = [:]
    /// The command that shows pages (`browser`), in place of `BROWSER`.
    var browser: String?
    /// How long a person may take, in seconds (`window_seconds`).
    var windowSeconds = 900.0

    /// What `schemes` may be.
    static let schemes = ["keyfob", "microsoft"]

    private static let names: Set<String> = [
        "schemes", "ca_file", "browser", "window_seconds", "provider_hosts", "registration", "registration_hosts",
        "device_name", "ask_before_first_use", "policy", "client_id", "redirect_uri",
        "addresses",
    ]

    /// Reads a file; one that is missing gives what is usual.
    ///
    /// - Throws: ``AuthError`` with code `configuration` if it is not understood.
    static func read(_ path: String) throws(AuthError) -> BrokerSettings {
        guard let content = FileManager.default.contents(atPath: path) else { return BrokerSettings() }
        guard let json = try? JSONValue(parsing: [UInt8](content)) else {
            throw .configuration("\(path) is not JSON.", remedy: "Correct it, or write it anew: keyfob-broker bundle.")
        }
        return try BrokerSettings(json: json, folder: (path as NSString).deletingLastPathComponent)
    }

    init() {}

    init(json: JSONValue, folder: String) throws(AuthError) {
        guard let members = json.objectValue, Set(members.keys).isSubset(of: Self.names) else {
            throw Self.wrong("an object with the members \(Self.names.sorted().joined(separator: ", "))")
        }
        switch json["schemes"]?.stringValue ?? "keyfob" {
        case "keyfob": identity = .keyfob
        case "microsoft": identity = .keyfobForMicrosoftSchemes
        default: throw Self.wrong("schemes: \(Self.schemes.joined(separator: " or "))")
        }
        caFile = json["ca_file"]?.stringValue.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
        browser = json["browser"]?.stringValue
        windowSeconds = json["window_seconds"]?.doubleValue ?? windowSeconds
        for host in json["provider_hosts"]?.arrayValue ?? [] {
            guard let host = host.stringValue else { throw Self.wrong("provider_hosts: a list of hosts") }
            broker.trust.knownHosts.insert(host.lowercased())
        }
        if let text = json["registration"]?.stringValue {
            guard let moment = RegistrationMoment(rawValue: text) else {
                throw Self.wrong(
                    "registration: \(RegistrationMoment.allCases.map(\.rawValue).joined(separator: " or "))")
            }
            broker.registration = moment
        }
        if let table = json["addresses"] {
            guard let table = table.objectValue, table.values.allSatisfy({ $0.stringValue != nil }) else {
                throw Self.wrong("addresses: an object with an address for each host")
            }
            addresses = table.compactMapValues(\.stringValue)
        }
        for (host, place) in json["registration_hosts"]?.objectValue ?? [:] {
            broker.registrationHosts[host] = place.stringValue
        }
        broker.deviceName = json["device_name"]?.stringValue ?? broker.deviceName
        broker.asksBeforeFirstUse = json["ask_before_first_use"]?.boolValue ?? true
        broker.clientID = json["client_id"]?.stringValue ?? broker.clientID
        broker.redirectURI = json["redirect_uri"]?.stringValue ?? broker.redirectURI
        if let policy = json["policy"] { broker.policy = try ManagedPolicy(json: policy) }
    }

    private static func wrong(_ what: String) -> AuthError {
        .configuration("The broker's settings are not understood: \(what).", remedy: "Correct broker.json.")
    }
}
#endif
