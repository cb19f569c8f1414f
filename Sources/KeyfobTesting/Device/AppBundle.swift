import Foundation

/// An app's bundle for the device, written as a folder: Info.plist, entitlements, signature and program.
package struct AppBundle: Sendable {
    /// `CFBundleIdentifier`
    package var bundleID: String
    /// The team that signs it; nil leaves it unsigned.
    package var teamID: String?
    /// `CFBundleURLTypes`, one entry of all schemes.
    package var schemes: [String]
    /// `LSApplicationQueriesSchemes`
    package var queriedSchemes: [String]
    /// `keychain-access-groups` after the team's prefix, which is written as `$(AppIdentifierPrefix)`.
    package var keychainGroups: [String]
    /// `com.apple.security.application-groups`, for example `group.com.contoso`.
    package var appGroups: [String] = []
    /// `com.apple.developer.associated-domains`, for example `authsrv:login.contoso.test`.
    package var associatedDomains: [String]
    /// `KeyfobLaunchArguments`
    package var arguments: [String]
    /// `LSEnvironment`
    package var environment: [String: String]
    /// `CFBundleShortVersionString`
    package var version: String

    /// Describes a bundle.
    package init(
        _ bundleID: String, teamID: String?, schemes: [String] = [], queriedSchemes: [String] = [],
        keychainGroups: [String] = [], associatedDomains: [String] = [], arguments: [String] = [],
        environment: [String: String] = [:], version: String = "1.0"
    ) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.schemes = schemes
        self.queriedSchemes = queriedSchemes
        self.keychainGroups = keychainGroups
        self.associatedDomains = associatedDomains
        self.arguments = arguments
        self.environment = environment
        self.version = version
    }

    /// Writes the bundle.
    ///
    /// - Parameters:
    /// - folder: The folder to make, or to write into.
    /// - program: The path of the program, which is linked or copied; nil writes an empty file in its place.
    /// - Throws: Any error of Foundation.
    package func write(to folder: String, program: String? = nil) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var info: [String: Any] = [
            "CFBundleIdentifier": bundleID, "CFBundleName": bundleID, "CFBundleExecutable": "program",
            "CFBundleShortVersionString": version, "KeyfobLaunchArguments": arguments, "LSEnvironment": environment,
            "LSApplicationQueriesSchemes": queriedSchemes,
        ]
        if !schemes.isEmpty {
            info["CFBundleURLTypes"] = [
                ["CFBundleTypeRole": "Editor", "CFBundleURLName": bundleID, "CFBundleURLSchemes": schemes]
            ]
        }
        try Self.write(info, to: "\(folder)/Info.plist")
        let entitlements: [String: Any] = [
            "keychain-access-groups": keychainGroups.map { "$(AppIdentifierPrefix)\($0)" },
            "com.apple.security.application-groups": appGroups,
            "com.apple.developer.associated-domains": associatedDomains,
        ]
        try Self.write(entitlements, to: "\(folder)/entitlements.plist")
        if let teamID { try Self.write(["TeamIdentifier": teamID], to: "\(folder)/signature.plist") }
        let target = "\(folder)/program"
        guard let program else {
            try Data().write(to: URL(fileURLWithPath: target))
            return
        }
        do {
            try FileManager.default.linkItem(atPath: program, toPath: target)
        } catch {
            try ProgramCopy.make(of: program, at: target)
        }
    }

    private static func write(_ value: [String: Any], to path: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: path))
    }
}
