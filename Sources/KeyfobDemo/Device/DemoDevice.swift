#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// The second part of the demo: a device with the apps of two vendors and a broker, each under its own user id, and
/// the person who uses it.
struct DemoDevice: Sendable {
    /// The files that the apps of the device can reach: the programs, the certificate authority, the device.
    let directory: SharedDirectory
    let board: SwitchboardProcess
    /// The owner's connection to the device.
    let owner: AdminConnection
    let provider: ProviderProcess
    let admin: AdminClient
    let api: FilesAPI
    /// The folder of the user's browser while the broker shows its pages.
    let browserFolder: BrowserFolder
    let authority: String
    /// Whether each app has its own user id, so that the kernel verifies the device's callers.
    let provesCallers: Bool
    let certificateHolders = CertificateHolders()

    /// Sets it up next to a running provider, with the standard apps and without the broker.
    ///
    /// - Parameters:
    /// - provider: The running provider.
    /// - executables: The folder with `keyfob-demo`, `keyfob-device` and `keyfob-broker`.
    /// - environment: The environment of the device's own process.
    /// - os: The operating system whose rules about callers the device follows.
    /// - isSingleUser: Whether all apps share a user id.
    static func set(
        provider: ProviderProcess, executables: String, environment: [String: String], os: DeviceOS = .ios13,
        isSingleUser: Bool = false
    ) async throws -> DemoDevice {
        let directory = try SharedDirectory("keyfob-device")
        let board = SwitchboardProcess(
            folder: "\(directory.path)/device", os: os, isSingleUser: isSingleUser,
            executable: "\(executables)/keyfob-device", environment: environment)
        do {
            try prepare(directory, provider: provider, executables: executables)
            try await board.start()
            let base = try await provider.baseURL()
            let keys = try await provider.transport().send(
                .get(base.with(path: "/\(SeedNames.tenant)/discovery/v2.0/keys")))
            let demo = DemoDevice(
                directory: directory, board: board, owner: try AdminConnection(path: board.adminSocket),
                provider: provider, admin: try await provider.admin(),
                api: FilesAPI(keys: try JWKSet(parsing: keys.body), clock: provider.clock),
                browserFolder: BrowserFolder(directory: "\(directory.path)/browserFolder"),
                authority: "\(base.origin)/\(SeedNames.tenant)",
                provesCallers: !isSingleUser)
            try await demo.installStandardApps()
            return demo
        } catch {
            await board.stop()
            directory.remove()
            throw error
        }
    }

    /// Ends the device and its apps, and removes all their data.
    func clear() async {
        owner.close()
        await board.stop()
        directory.remove()
    }

    /// An app of the device.
    func app(_ bundleID: String) -> DeviceAppHandle { DeviceAppHandle(bundleID: bundleID, admin: owner) }

    var contosoA: DeviceAppHandle { app(DemoApps.contosoA) }
    var contosoB: DeviceAppHandle { app(DemoApps.contosoB) }
    var notes: DeviceAppHandle { app(DemoApps.notes) }

    /// Installs an app, or a new version of it.
    ///
    /// - Returns: The device's warnings.
    @discardableResult
    func install(_ bundle: DemoBundle, isManaged: Bool = false) async throws -> [String] {
        try await owner.install(try bundle.write(in: "\(directory.path)/bundles"), isManaged: isManaged)
    }

    /// The bundle of an app of the demo.
    func bundle(_ bundleID: String, team: String?, client: String, redirect: String, group: String) -> DemoBundle {
        DemoApps.app(
            bundleID, teamID: team,
            configuration: configuration(bundleID, client: client, redirect: redirect, group: group), program: program)
    }

    /// Installs such an app.
    @discardableResult
    func installApp(
        _ bundleID: String, team: String?, client: String, redirect: String, group: String
    ) async throws -> [String] {
        try await install(bundle(bundleID, team: team, client: client, redirect: redirect, group: group))
    }

    /// The configuration of an app of the demo.
    func configuration(
        _ name: String, client: String, redirect: String, group: String, usesBroker: Bool = true
    ) -> AppConfiguration {
        var configuration = AppConfiguration(
            name: name, clientID: client, redirectURI: redirect, authority: authority, accessGroup: group,
            scopes: [SeedNames.read], caFile: "\(directory.path)/ca.pem",
            clockFile: "\(board.folder)/run/clock-offset")
        configuration.usesBroker = usesBroker
        return configuration
    }

    /// The program of the demo's apps, where every user can run it.
    var program: String { "\(directory.path)/programs/keyfob-demo" }

    func installStandardApps() async throws {
        let suite = [
            (DemoApps.contosoA, "Contoso A"), (DemoApps.contosoB, "Contoso B"), (DemoApps.contosoC, "Contoso C"),
        ]
        for (bundleID, name) in suite {
            try await install(
                DemoApps.app(
                    bundleID, teamID: DemoApps.contosoTeam,
                    configuration: configuration(
                        name, client: SeedNames.suite, redirect: "msauth.\(bundleID)://auth", group: DemoApps.group),
                    program: program))
        }
        try await install(
            DemoApps.app(
                DemoApps.notes, teamID: DemoApps.fabrikamTeam,
                configuration: configuration(
                    "Fabrikam Notes", client: SeedNames.otherVendor, redirect: "msauth.\(DemoApps.notes)://auth",
                    group: DemoApps.notes),
                program: program))
    }

    private static func prepare(
        _ directory: SharedDirectory, provider: ProviderProcess, executables: String
    ) throws {
        for (name, mode) in [("programs", 0o711), ("bundles", 0o700), ("browserFolder", 0o700)] {
            try FileManager.default.createDirectory(
                atPath: "\(directory.path)/\(name)", withIntermediateDirectories: false,
                attributes: [.posixPermissions: mode])
        }
        for name in ["keyfob-demo", "keyfob-broker"] {
            try ProgramCopy.make(of: "\(executables)/\(name)", at: "\(directory.path)/programs/\(name)")
        }
        try publish(provider.caFile, in: directory, as: "ca.pem")
    }

    /// Copies a file of the provider to where every app can read it, replacing an earlier copy at once.
    private static func publish(_ file: String, in directory: SharedDirectory, as name: String) throws {
        let content = FileManager.default.contents(atPath: file) ?? Data()
        let path = "\(directory.path)/\(name)"
        try content.write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    }
}
#endif
