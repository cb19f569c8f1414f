import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// The actions of an ordinary app on the device.
enum Honest {
    /// - Returns: nil if the action is another one.
    static func perform(_ action: String, _ input: JSONValue, _ device: DeviceConnection) async throws -> JSONValue? {
        let url = input["url"]?.stringValue ?? ""
        let key = input["key"]?.stringValue ?? ""
        switch action {
        case "who":
            return [
                "bundle_id": .string(device.identity.bundleID), "team_id": .string(device.identity.teamID ?? ""),
                "groups": .strings(device.identity.accessGroups), "uid": .integer(getuid()), "pid": .integer(getpid()),
                "assurance": .string(device.identity.origin.assurance.rawValue),
                "environment": .object(ProcessInfo.processInfo.environment.mapValues { .string($0) }),
                "arguments": .strings(CommandLine.arguments.dropFirst()),
                "folder": .string(FileManager.default.currentDirectoryPath),
            ]
        case "program":
            return .string(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        case "can_open": return .bool(try await device.canOpen(url))
        case "open": return .bool(try await device.open(url, universalLinksOnly: input["links_only"] == true))
        case "read_default": return try device.defaultValue(key)
        case "write_default":
            try device.setDefault(key, input["value"])
            return true
        case "read_pasteboard": return try device.pasteboard(input["name"]?.stringValue)
        case "write_pasteboard":
            try device.setPasteboard(input["name"]?.stringValue, input["value"])
            return true
        case "can_sign_on": return .bool(try await device.canSignOn(provider: input["provider"]?.stringValue ?? ""))
        case "keychain": return try keychain(input, device)
        default: return nil
        }
    }

    private static func keychain(_ input: JSONValue, _ device: DeviceConnection) throws -> JSONValue {
        let keychain = DeviceKeychain(device)
        let (group, account) = (input["group"]?.stringValue, input["account"]?.stringValue)
        do throws(KeychainStatus) {
            switch input["call"]?.stringValue {
            case "add":
                let value = Secret(Array((input["value"]?.stringValue ?? "").utf8))
                let added = try keychain.add(KeychainItem(accessGroup: group, account: account, value: value))
                return .string(added.accessGroup ?? "")
            case "delete":
                try keychain.delete(KeychainQuery(accessGroup: group, account: account))
                return true
            default:
                let found = try keychain.copyMatching(KeychainQuery(accessGroup: group, account: account))
                return .strings(found.map { String(decoding: $0.value.reveal(), as: UTF8.self) })
            }
        } catch {
            return ["status": .integer(error.rawValue)]
        }
    }
}
