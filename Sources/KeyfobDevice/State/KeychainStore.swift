#if os(Linux)
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol

/// The device's keychain in a file that only the device's owner can read.
struct KeychainStore {
    private let path: String
    private(set) var items = KeychainItems()

    init(path: String) throws(DeviceError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let bytes = DeviceFolders.content(path), let list = (try? JSONValue(parsing: bytes))?.arrayValue else {
            throw DeviceError(.failed, "\(path) is damaged.", remedy: "Remove it: every app signs in again then.")
        }
        items.all = list.compactMap(KeychainItem.init(json:))
        guard items.all.count == list.count else {
            throw DeviceError(.failed, "\(path) is damaged.", remedy: "Remove it: every app signs in again then.")
        }
    }

    /// How many bytes one access group may use, so that no app fills the disk, or slows down every change of another's.
    static let groupLimit = 1 << 22

    /// Returns how many bytes each group uses.
    private static func sizes(_ items: KeychainItems) -> [String: Int] {
        items.all.reduce(into: [:]) { sizes, item in
            let texts = [item.account, item.service, item.label].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            // The approximate size of an item's other data.
            sizes[item.accessGroup ?? "", default: 0] +=
                256 + texts + (item.generic?.count ?? 0) + item.value.reveal().count
        }
    }

    /// Checks that no group has grown beyond its limit; one that is already larger may shrink.
    private func checkSizes(_ changed: KeychainItems) throws(KeychainStatus) {
        let (before, after) = (Self.sizes(items), Self.sizes(changed))
        for (group, size) in after where size > max(Self.groupLimit, before[group] ?? 0) { throw .diskFull }
    }

    /// Changes the items; the change is durable when this returns, and undone if it cannot be written.
    ///
    /// - Throws: what `body` throws, `.diskFull` if an access group has grown beyond ``groupLimit``, `.io` if the items
    ///   cannot be written.
    mutating func change<R>(
        _ body: (inout KeychainItems) throws(KeychainStatus) -> R
    ) throws(KeychainStatus) -> R {
        var changed = items
        let result = try body(&changed)
        guard changed != items else { return result }
        try checkSizes(changed)
        do throws(DeviceError) {
            try DeviceFolders.replace(path, with: JSONValue.array(changed.all.map(\.json)).bytes())
        } catch {
            throw .io
        }
        items = changed
        return result
    }
}
#endif
