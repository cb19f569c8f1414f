#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// The user defaults of each app, a file each, read on first use.
struct DefaultsStore {
    /// How much one app may store, in bytes.
    static let limit = 1 << 20

    private let folders: DeviceFolders
    private var values: [String: [String: JSONValue]] = [:]

    init(folders: DeviceFolders) { self.folders = folders }

    mutating func value(_ key: String, of bundleID: String) -> JSONValue? { all(of: bundleID)[key] }

    mutating func write(_ key: String, _ value: JSONValue?, of bundleID: String) throws(DeviceError) {
        var changed = all(of: bundleID)
        changed[key] = value
        let bytes = JSONValue.object(changed).bytes()
        guard bytes.count <= Self.limit else {
            throw DeviceError(.refused, "The user defaults of \(bundleID) are larger than \(Self.limit) bytes.")
        }
        try DeviceFolders.replace(folders.defaults(of: bundleID), with: bytes)
        values[bundleID] = changed
    }

    /// Drops the values of an app that is removed from memory.
    mutating func forget(_ bundleID: String) { values[bundleID] = nil }

    private mutating func all(of bundleID: String) -> [String: JSONValue] {
        if let known = values[bundleID] { return known }
        let read = DeviceFolders.content(folders.defaults(of: bundleID)).flatMap { try? JSONValue(parsing: $0) }
        values[bundleID] = read?.objectValue ?? [:]
        return read?.objectValue ?? [:]
    }
}
#endif
