#if Server && os(Linux)
import ArgumentParser
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol

/// `keyfob-device install`
struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Installs an app from its bundle, or a new version of it.",
        discussion: """
            A bundle is a folder with Info.plist, the program that CFBundleExecutable names and, if it is signed, \
            signature.plist (TeamIdentifier) and entitlements.plist.
            """)

    @OptionGroup var device: FolderOption
    @Flag(help: "The device's management installs it, not its user.")
    var managed = false
    @Argument(help: "The bundle's folder.", completion: .directory)
    var bundle: String

    func run() async throws {
        let path = URL(fileURLWithPath: bundle).standardizedFileURL.path
        for warning in try await device.connect().install(path, isManaged: managed) {
            Output.error("warning: \(warning)")
        }
    }
}

/// `keyfob-device uninstall`
struct UninstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "uninstall", abstract: "Removes an app and its data; its keychain items stay, as on iOS.")

    @OptionGroup var device: FolderOption
    @Argument(help: "The app's bundle id.")
    var bundleID: String

    func run() async throws { try await device.connect().perform(.uninstall(bundleID: bundleID)) }
}

/// `keyfob-device apps`
struct AppsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "apps", abstract: "Lists the installed apps.")

    @OptionGroup var device: FolderOption
    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let apps = try await device.connect().apps()
        if json { return Output.line(JSONValue.array(apps.map(\.json)).printableText()) }
        for app in apps {
            let state = app.processID.map { app.isInForeground ? "pid \($0), in front" : "pid \($0)" } ?? "not running"
            Output.line(
                "\(app.origin.bundleID)  team \(app.origin.teamID.map(TerminalText.word) ?? "none")  uid \(app.userID)  \(state)"
            )
        }
    }
}

/// `keyfob-device launch`
struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Brings an app to the front, launching it if it does not run.")

    @OptionGroup var device: FolderOption
    @Flag(help: "Launch it without bringing it to the front.")
    var background = false
    @Argument(help: "The app's bundle id.")
    var bundleID: String

    func run() async throws {
        try await device.connect().perform(
            background ? .launchInBackground(bundleID: bundleID) : .activate(bundleID: bundleID))
    }
}

/// `keyfob-device kill`
struct KillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kill", abstract: "Ends an app's processes, as the system does when memory is short.")

    @OptionGroup var device: FolderOption
    @Argument(help: "The app's bundle id.")
    var bundleID: String

    func run() async throws { try await device.connect().perform(.kill(bundleID: bundleID)) }
}
#endif
