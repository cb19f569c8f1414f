#if Server
import Foundation
import KeyfobCore

/// The differences between the apps of the demo: the file that `keyfob-demo app --config FILE` reads.
struct AppConfiguration: Sendable {
    var name: String
    var clientID: String
    var redirectURI: String
    var authority: String
    var accessGroup: String
    var scopes: [String]
    var caFile: String
    /// The file with the clock's offset, which the provider writes when its own clock is moved.
    var clockFile: String
    /// Whether the app uses a broker, where it runs on a device that has one.
    var usesBroker = true
    /// The face of the SDK that the app uses.
    var face = Face.keyfob
    /// The value that an ADAL app sets as its context's `credentialsType`: `auto` or `embedded`; nil for one that sets
    /// none.
    var credentialsType: String?
    /// Whether the app's delegate passes URLs on to the SDK.
    var handsOn = true
    /// Whether the SDK gets the app's life-cycle events.
    var reportsLifeCycle = true
    /// Whether the broker's time limits end when the driver says so, and not by themselves.
    var limitsAreDrivers = false
    /// Whether the app shows its pages in the device's browser, or else in its own pages.
    var usesSystemBrowser = false

    /// The faces of the SDK.
    enum Face: String, Sendable { case keyfob, msal, adal }
    /// The bundle ids under which the broker may respond; empty for those in the SDK.
    var brokerIDs: [String] = []
    /// The addresses of hosts that no name service resolves.
    var addresses: [String: String] = [:]

    init(
        name: String, clientID: String, redirectURI: String, authority: String, accessGroup: String,
        scopes: [String], caFile: String, clockFile: String
    ) {
        self.name = name
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.authority = authority
        self.accessGroup = accessGroup
        self.scopes = scopes
        self.caFile = caFile
        self.clockFile = clockFile
    }

    init(file: String) throws {
        let json = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: file))))
        func text(_ name: String) throws -> String {
            guard let value = json[name]?.stringValue else {
                throw AuthError.configuration("The app's configuration file has no \(name).")
            }
            return value
        }
        name = try text("name")
        clientID = try text("client_id")
        redirectURI = try text("redirect_uri")
        authority = try text("authority")
        accessGroup = try text("access_group")
        scopes = (json["scopes"]?.arrayValue ?? []).compactMap(\.stringValue)
        caFile = try text("ca_file")
        clockFile = try text("clock_file")
        usesBroker = json["uses_broker"]?.boolValue ?? true
        face = json["face"]?.stringValue.flatMap(Face.init(rawValue:)) ?? .keyfob
        credentialsType = json["credentials_type"]?.stringValue
        handsOn = json["hands_on"]?.boolValue ?? true
        reportsLifeCycle = json["reports_life_cycle"]?.boolValue ?? true
        limitsAreDrivers = json["limits_are_drivers"]?.boolValue ?? false
        usesSystemBrowser = json["uses_system_browser"]?.boolValue ?? false
        brokerIDs = (json["broker_ids"]?.arrayValue ?? []).compactMap(\.stringValue)
        addresses = (json["addresses"]?.objectValue ?? [:]).compactMapValues(\.stringValue)
    }

    var json: JSONValue {
        [
            "name": .string(name), "client_id": .string(clientID), "redirect_uri": .string(redirectURI),
            "authority": .string(authority), "access_group": .string(accessGroup), "scopes": .strings(scopes),
            "ca_file": .string(caFile), "clock_file": .string(clockFile), "uses_broker": .bool(usesBroker),
            "face": .string(face.rawValue), "credentials_type": credentialsType.map { .string($0) } ?? .null,
            "hands_on": .bool(handsOn), "reports_life_cycle": .bool(reportsLifeCycle),
            "limits_are_drivers": .bool(limitsAreDrivers), "uses_system_browser": .bool(usesSystemBrowser),
            "broker_ids": .strings(brokerIDs), "addresses": .object(addresses.mapValues { .string($0) }),
        ]
    }
}
#endif
