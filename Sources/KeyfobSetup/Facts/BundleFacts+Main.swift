#if canImport(Darwin)
import Foundation
import KeyfobCache
import KeyfobCore

extension BundleFacts {
    /// The running app's facts, read from its Info.plist; nil if it has no bundle id, as a command-line tool.
    ///
    /// An app cannot read its entitlements on every platform, so they are not included: the keychain itself reports an
    /// error with them.
    public static var main: BundleFacts? {
        guard let path = Bundle.main.path(forResource: "Info", ofType: "plist") ?? Self.macPath,
            let data = FileManager.default.contents(atPath: path)
        else { return nil }
        #if os(macOS)
        let platform = Platform.macOS
        #else
        let platform = Platform.iOS
        #endif
        let facts = try? BundleFacts(infoPlist: Array(data), platform: platform)
        return facts?.bundleID == nil ? nil : facts
    }

    private static var macPath: String? {
        let path = Bundle.main.bundlePath + "/Contents/Info.plist"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }
}
#endif
