#if os(Linux)
import KeyfobCore
import KeyfobDeviceProtocol

/// The contents of pasteboards, as long as the device runs.
///
/// Each named pasteboard counts towards the limit of the app that wrote it last, so that no app uses up the others',
/// and is removed with that app.
struct Pasteboards {
    /// How much one pasteboard holds, in bytes of JSON.
    static let limit = 1 << 18
    /// How many named pasteboards one app may have written.
    static let count = 32
    /// How long a pasteboard's name may be, in bytes.
    private static let nameLimit = 256

    private enum Key: Hashable {
        case general
        /// Named ones belong to a team since iOS 7, and to the app where it is unsigned.
        case ofTeam(String, name: String)
        case ofApp(String, name: String)

        init(_ name: String?, _ app: InstalledApp) {
            self =
                switch (name, app.manifest.teamID) {
                case (nil, _): .general
                case (let name?, let team?): .ofTeam(team, name: name)
                case (let name?, nil): .ofApp(app.bundleID, name: name)
                }
        }
    }

    private var contents: [Key: (value: JSONValue, writer: String)] = [:]

    func value(_ name: String?, for app: InstalledApp) -> JSONValue? { contents[Key(name, app)]?.value }

    /// Writes a pasteboard; nil empties it, and it then counts towards no app's limit.
    ///
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `refused`.
    mutating func write(_ name: String?, _ value: JSONValue?, by app: InstalledApp) throws(DeviceError) {
        let key = Key(name, app)
        guard let value else { return contents[key] = nil }
        guard value.bytes().count <= Self.limit else {
            throw DeviceError(
                .refused, "A pasteboard holds at most \(Self.limit) bytes.", remedy: "Put less on it.")
        }
        guard (name?.utf8.count ?? 0) <= Self.nameLimit else {
            throw DeviceError(.refused, "A pasteboard's name has at most \(Self.nameLimit) bytes.")
        }
        let others = contents.count { $0.key != .general && $0.key != key && $0.value.writer == app.bundleID }
        guard key == .general || others < Self.count else {
            throw DeviceError(
                .refused, "\(app.bundleID) has written \(Self.count) named pasteboards.",
                remedy: "Empty one that is no longer needed.")
        }
        contents[key] = (value, app.bundleID)
    }

    /// Removes the named ones of an app that is removed. What it put on the general one is the user's.
    mutating func forget(_ bundleID: String) {
        contents = contents.filter { $0.key == .general || $0.value.writer != bundleID }
    }
}
#endif
