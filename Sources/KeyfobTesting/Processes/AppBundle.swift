import Foundation

/// An app as it is handed to the device: what its Info.plist, its entitlements and its signature say, and its program.
public struct AppBundle: Sendable, Hashable {
    /// `CFBundleIdentifier`
    public var bundleID: String
    /// The team that signs it; nil for an app that nobody signed.
    public var teamID: String?
    /// `CFBundleDisplayName`
    public var name: String
    /// The schemes of `CFBundleURLTypes`.
    public var schemes: [String] = []
    /// `LSApplicationQueriesSchemes`
    public var queriedSchemes: [String] = []
    /// `keychain-access-groups`, as the entitlements file writes them: `$(AppIdentifierPrefix)test.contoso.suite`.
    public var accessGroups: [String] = []
    /// `com.apple.developer.associated-domains`: `applinks:HOST`, `authsrv:HOST`.
    public var associatedDomains: [String] = []
    /// The program, a file that is copied into the bundle.
    public var program: String
    /// What the program is started with.
    public var arguments: [String] = []
    /// What the program finds in its environment.
    public var environment: [String: String] = [:]

    /// Describes an app.
    public init(_ bundleID: String, teamID: String?, name: String, program: String) {
        self.bundleID = bundleID
        self.teamID = teamID
        self.name = name
        self.program = program
    }

    /// Writes the bundle, a folder for `keyfob-device install`.
    ///
    /// - Parameter folder: the folder in which that of the bundle is made; one of an earlier bundle is replaced.
    /// - Returns: the bundle's folder.
    public func write(in folder: String) throws -> String {
        let path = "\(folder)/\(bundleID).app"
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        try Self.write(info, to: "\(path)/Info.plist")
        try Self.write(entitlements, to: "\(path)/entitlements.plist")
        if let teamID { try Self.write(["TeamIdentifier": teamID], to: "\(path)/signature.plist") }
        let copy = "\(path)/\(executable)"
        // Programs are large: a link costs nothing, where both are on one disk.
        do {
            try FileManager.default.linkItem(atPath: program, toPath: copy)
        } catch {
            try FileManager.default.copyItem(atPath: program, toPath: copy)
        }
        return path
    }

    private var executable: String { URL(fileURLWithPath: program).lastPathComponent }

    private var info: [String: Any] {
        [
            "CFBundleIdentifier": bundleID, "CFBundleDisplayName": name, "CFBundleShortVersionString": "1.0",
            "CFBundleExecutable": executable, "LSRequiresIPhoneOS": true, "CFBundleSupportedPlatforms": ["iPhoneOS"],
            "CFBundleURLTypes": [
                ["CFBundleTypeRole": "Editor", "CFBundleURLName": bundleID, "CFBundleURLSchemes": schemes]
            ],
            "LSApplicationQueriesSchemes": queriedSchemes, "KeyfobLaunchArguments": arguments,
            "LSEnvironment": environment,
        ]
    }

    private var entitlements: [String: Any] {
        [
            "keychain-access-groups": accessGroups, "com.apple.developer.associated-domains": associatedDomains,
        ]
    }

    private static func write(_ members: [String: Any], to path: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: members, format: .xml, options: 0)
        try data.write(to: URL(fileURLWithPath: path))
    }
}
