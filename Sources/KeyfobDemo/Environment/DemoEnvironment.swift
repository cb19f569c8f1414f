#if Server
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobJOSE
import KeyfobOAuth
import KeyfobTesting

/// The whole demo: the provider, the user's browser, and the apps of one suite, each its own process.
struct DemoEnvironment: Sendable {
    /// The folder of all data of the processes.
    let directory: String
    let provider: ProviderProcess
    let admin: AdminClient
    let api: FilesAPI
    let browserFolder: BrowserFolder
    let authority: String
    let a: RunningApp
    let b: RunningApp
    let c: RunningApp
    /// The device with the apps of two vendors; nil in a story without one.
    private(set) var device: DemoDevice?
    private let executable: String
    private let environment: [String: String]

    var suite: [RunningApp] { [a, b, c] }

    /// The access group that the apps of the suite share.
    static let group = "test.contoso.suite"

    /// Starts all of it.
    ///
    /// - Parameters:
    /// - directory: An empty directory.
    /// - executables: The folder with `keyfob-demo` and `keyfob-idp`.
    /// - inherited: The environment of the processes, except for the variables that the demo sets.
    static func set(directory: String, executables: String, environment inherited: [String: String]) async throws
        -> DemoEnvironment
    {
        let executable = "\(executables)/keyfob-demo"
        let browserFolder = BrowserFolder(directory: directory)
        try browserFolder.setUser(SeedNames.ada)
        var environment = inherited
        environment["KEYFOB_HOME"] = "\(directory)/home"
        // Nothing is left behind, not even in the real user's keyring.
        environment["KEYFOB_KEY_PLACE"] = "file"
        let provider = ProviderProcess(
            directory: "\(directory)/idp", executable: "\(executables)/keyfob-idp", environment: environment,
            transport: { caFile throws(AuthError) in try AsyncHTTPTransport(trust: .caFile(caFile)) })
        environment["BROWSER"] = "\(executable) browser --browser-folder \(directory) --ca-file \(provider.caFile)"
        try await provider.start()
        let base = try await provider.baseURL()
        let keys = try await provider.transport().send(
            .get(base.with(path: "/\(SeedNames.tenant)/discovery/v2.0/keys")))
        let authority = "\(base.origin)/\(SeedNames.tenant)"
        func app(_ name: String) throws -> RunningApp {
            try RunningApp(
                configuration(
                    name: name.uppercased(), client: SeedNames.suite, redirect: "http://localhost/contoso-\(name)",
                    group: group, authority: authority, provider: provider),
                directory: directory, executable: executable, environment: environment)
        }
        return DemoEnvironment(
            directory: directory, provider: provider, admin: try await provider.admin(),
            api: FilesAPI(keys: try JWKSet(parsing: keys.body), clock: provider.clock), browserFolder: browserFolder,
            authority: authority, a: try app("a"), b: try app("b"), c: try app("c"), executable: executable,
            environment: environment)
    }

    /// Adds the device, with the broker on it and its own provider: the broker uses the real time, and the first
    /// provider's clock has been moved by then.
    ///
    /// - Parameters:
    /// - executables: As for ``set(directory:executables:environment:)``.
    /// - isSingleUser: Whether all apps share a user id, so that nothing about callers is proved.
    mutating func bringDevice(executables: String, isSingleUser: Bool) async throws {
        let provider = ProviderProcess(
            directory: "\(directory)/idp-of-device", executable: "\(executables)/keyfob-idp", environment: environment,
            transport: { caFile throws(AuthError) in try AsyncHTTPTransport(trust: .caFile(caFile)) })
        try await provider.start()
        do {
            let device = try await DemoDevice.set(
                provider: provider, executables: executables, environment: environment, isSingleUser: isSingleUser)
            self.device = device
            try await device.installBroker()
        } catch {
            await provider.stop()
            throw error
        }
    }

    /// The device.
    func onDevice() throws -> DemoDevice {
        guard let device else { throw Disproved("there is no device on the demo") }
        return device
    }

    /// Starts another app for one claim.
    ///
    /// - Parameter browser: False starts it without a browser, as a service runs.
    func launch(
        _ name: String, client: String = SeedNames.suite, redirect: String, group: String = DemoEnvironment.group,
        browser: Bool = true
    ) throws -> RunningApp {
        var environment = environment
        if !browser { environment["BROWSER"] = "/nonexistent/browser" }
        return try RunningApp(
            Self.configuration(
                name: name, client: client, redirect: redirect, group: group, authority: authority,
                provider: provider),
            directory: directory, executable: executable, environment: environment)
    }

    /// Ends every process.
    func clear() async {
        await device?.clear()
        await device?.provider.stop()
        for app in suite { await app.quit() }
        await provider.stop()
    }

    private static func configuration(
        name: String, client: String, redirect: String, group: String, authority: String, provider: ProviderProcess
    ) -> AppConfiguration {
        AppConfiguration(
            name: name, clientID: client, redirectURI: redirect, authority: authority, accessGroup: group,
            scopes: [SeedNames.read], caFile: provider.caFile, clockFile: provider.clockFile)
    }
}
#endif
