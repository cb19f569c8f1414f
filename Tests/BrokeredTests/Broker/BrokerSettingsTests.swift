#if os(Linux)
#if Server
import Foundation
import KeyfobBrokerCore
import KeyfobCore
import KeyfobFlows
import KeyfobTesting
import Testing

@testable import KeyfobBrokerCommand

/// `broker.json`: a fault in it is never treated as a broker without rules.
@Suite("the broker's settings")
struct BrokerSettingsTests {
    @Test("only a file that does not exist, and was not named explicitly, gives the defaults")
    func missing() throws {
        let directory = try TemporaryDirectory("keyfob-settings")
        defer { directory.remove() }
        let path = "\(directory.path)/broker.json"
        #expect(try BrokerSettings.read(path, mayBeMissing: true).broker.policy.rules.isEmpty)
        #expect(throws: AuthError.self) { try BrokerSettings.read(path, mayBeMissing: false) }
        // No user can read a directory as a file, root included.
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let error = #expect(throws: AuthError.self) { try BrokerSettings.read(path, mayBeMissing: true) }
        #expect(error?.code == .configuration && error?.message.contains(path) == true)
        #expect(throws: AuthError.self) { try BrokerSettings.read("\(path)/broker.json/x", mayBeMissing: false) }
    }

    @Test(
        "a member of another type is refused",
        arguments: [
            #"{"ca_file":1}"#, #"{"browser":[]}"#, #"{"window_seconds":"60"}"#, #"{"window_seconds":-1}"#,
            #"{"provider_hosts":"login.test"}"#, #"{"provider_hosts":[1]}"#, #"{"registration_hosts":{"a":1}}"#,
            #"{"registration_hosts":[]}"#, #"{"addresses":{"a":1}}"#, #"{"ask_before_first_use":"no"}"#,
            #"{"client_id":1}"#, #"{"redirect_uri":{}}"#, #"{"device_name":1}"#, #"{"schemes":1}"#,
            #"{"registration":true}"#, #"{"registration":"never"}"#, #"{"rules":[]}"#, "[]",
        ])
    func types(text: String) throws {
        let json = try JSONValue(parsing: text)
        let error = #expect(throws: AuthError.self) { try BrokerSettings(json: json, folder: "/") }
        #expect(error?.code == .configuration)
    }

    @Test("every member is read")
    func members() throws {
        let json = try JSONValue(
            parsing: #"{"ca_file":"ca.pem","browser":"b","window_seconds":60,"provider_hosts":["Login.test"],"#
                + #""registration_hosts":{"login.test":"reg.test"},"addresses":{"a":"127.0.0.1"},"schemes":"microsoft","#
                + #""ask_before_first_use":false,"device_name":"D","registration":"when_required"}"#)
        let settings = try BrokerSettings(json: json, folder: "/bundle")
        #expect(settings.caFile == "/bundle/ca.pem" && settings.browser == "b" && settings.windowSeconds == 60)
        #expect(settings.broker.trust.knownHosts.contains("login.test"))
        #expect(settings.broker.registrationHosts == ["login.test": "reg.test"])
        #expect(settings.addresses == ["a": "127.0.0.1"] && !settings.broker.asksBeforeFirstUse)
        #expect(settings.broker.deviceName == "D" && settings.broker.registration == .whenRequired)
    }
}
#endif
#endif
