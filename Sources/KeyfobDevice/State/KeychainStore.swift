import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// The device's keychain in a file that only the device's owner can read.
struct KeychainStore {
    private let path: String
    private(set) var items = KeychainItems()

    init(path: String) throws(DeviceFault) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let bytes = DeviceFolders.content(path), let list = (try? JSONValue(parsing: bytes))?.arrayValue else {
            throw DeviceFault(.failed, "\(path) is damaged.", remedy: "Remove it: every app signs in anew then.")
        }
        items.all = list.compactMap(KeychainItem.init(json:))
        guard items.all.count == list.count else {
            throw DeviceFault(.failed, "\(path) is damaged.", remedy: "Remove it: every app signs in anew then.")
        }
    }

    /// Changes the items; what was changed is on the disk when this returns, and undone if it cannot be.
    mutating func change<R>(
        _ body: (inout KeychainItems) throws(KeychainStatus) -> R
    ) throws(KeychainStatus) -> R {
        var changed = items
        let result = try body(&changed)
        guard changed != items else { return result }
        do throws(DeviceFault) {
            try DeviceFolders.replace(path, with: JSONValue.array(changed.all.map(\.json)).bytes())
        } catch {
            throw .io
        }
        items = changed
        return result
    }
}
