#if canImport(Security) && (os(macOS) || KEYFOB_APPLE_STUBS)
import Foundation
package import KeyfobCache
import KeyfobCore
import Security

extension KeychainGroupPrefix {
    /// The prefix of this process's access groups, from its code signature. Compiled against stubs, never run.
    package static func ofThisProcess() -> String {
        let signature = signingInformation()
        return onMac(
            accessGroups: entitlements(signature)["keychain-access-groups"] as? [String] ?? [],
            teamID: signature[kSecCodeInfoTeamIdentifier as String] as? String,
            bundleID: Bundle.main.bundleIdentifier, processName: ProcessInfo.processInfo.processName)
    }

    /// Whether this process's code signature grants it a keychain with access groups.
    package static let isGrantedToThisProcess = isGranted(by: entitlements(signingInformation()).keys)

    private static func entitlements(_ signature: [String: Any]) -> [String: Any] {
        signature[kSecCodeInfoEntitlementsDict as String] as? [String: Any] ?? [:]
    }

    private static func signingInformation() -> [String: Any] {
        var code: SecCode?
        guard SecCodeCopySelf([], &code) == errSecSuccess, let code else { return [:] }
        var file: SecStaticCode?
        guard SecCodeCopyStaticCode(code, [], &file) == errSecSuccess, let file else { return [:] }
        var information: CFDictionary?
        let flags = SecCSFlags(rawValue: kSecCSSigningInformation | kSecCSRequirementInformation)
        guard SecCodeCopySigningInformation(file, flags, &information) == errSecSuccess else { return [:] }
        return members(information)
    }

    private static func members(_ dictionary: Any?) -> [String: Any] { dictionary as? [String: Any] ?? [:] }
}
#endif
