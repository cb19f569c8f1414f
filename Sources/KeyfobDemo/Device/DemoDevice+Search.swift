#if Server
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting

extension DemoDevice {
    /// All data of the apps other than the broker, in the keychain, their user defaults and their homes, as text.
    func whatAppsKeep() async throws -> [String] {
        var found: [String] = []
        if case .items(let items) = try await owner.perform(.keychainItems) {
            found += items.filter { $0.accessGroup?.hasSuffix(".\(DemoApps.broker)") != true }
                .map { String(decoding: $0.value.reveal(), as: UTF8.self) }
        }
        for app in try await owner.apps() where app.origin.bundleID != DemoApps.broker {
            found += Self.contents(of: app.home)
            found += Self.contents(of: "\(board.folder)/state/defaults-\(app.origin.bundleID).json")
        }
        return found
    }

    /// The contents of a file, or of all files under a folder.
    static func contents(of path: String) -> [String] {
        let below = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return ([path] + below.map { "\(path)/\($0)" })
            .compactMap { FileManager.default.contents(atPath: $0) }
            .filter { !$0.isEmpty }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Removes the accounts of each app of the demo: a device without sign-ins. Without the broker.
    func forgetEverything() async throws {
        for app in [contosoA, contosoB, self.app(DemoApps.contosoC), notes] {
            try requireSuccess(await app.ask("wipe"), app.bundleID)
        }
    }
}
#endif
