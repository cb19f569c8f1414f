#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobTesting

extension DemoDevice {
    /// The device's browser.
    static let browser = "test.browser"

    /// The form of redirect URI in ADAL's guides.
    static func redirectOfADAL(_ bundleID: String) -> String {
        "\(bundleID == DemoApps.notes ? "x-msauth-fabrikam" : "x-msauth-contoso")://\(bundleID)"
    }

    /// An app of the suite, or Fabrikam's Notes, made with a face of the SDK.
    ///
    /// - Parameters:
    /// - redirect: The redirect URI; nil for the one in its face's guides.
    /// - group: The access group that it requests; nil for the suite's, or Notes' own.
    /// - isOwnGroup: Whether it is entitled only to its own group.
    /// - adjust: Changes the bundle.
    func faced(
        _ bundleID: String, _ face: AppConfiguration.Face, redirect: String? = nil, isOwnGroup: Bool = false,
        adjust: (inout AppConfiguration, inout DemoBundle) -> Void = { _, _ in }
    ) -> DemoBundle {
        let isNotes = bundleID == DemoApps.notes
        let standard = face == .adal ? Self.redirectOfADAL(bundleID) : "msauth.\(bundleID)://auth"
        var configuration = configuration(
            bundleID, client: isNotes ? SeedNames.otherVendor : SeedNames.suite, redirect: redirect ?? standard,
            group: isNotes || isOwnGroup ? bundleID : DemoApps.group)
        configuration.face = face
        var bundle = DemoApps.app(
            bundleID, teamID: isNotes ? DemoApps.fabrikamTeam : DemoApps.contosoTeam,
            configuration: configuration, program: program)
        adjust(&configuration, &bundle)
        bundle.files["app.json"] = Data(configuration.json.bytes())
        return bundle
    }

    /// Installs such an app, replacing one with the same bundle id.
    @discardableResult
    func installFaced(
        _ bundleID: String, _ face: AppConfiguration.Face, redirect: String? = nil, isOwnGroup: Bool = false,
        adjust: (inout AppConfiguration, inout DemoBundle) -> Void = { _, _ in }
    ) async throws -> DeviceAppHandle {
        try await install(faced(bundleID, face, redirect: redirect, isOwnGroup: isOwnGroup, adjust: adjust))
        return app(bundleID)
    }

    /// Installs the device's browser, and sets up the person at it.
    func installBrowser(_ user: String = SeedNames.ada) async throws -> DeviceAppHandle {
        let configuration = configuration(
            Self.browser, client: SeedNames.suite, redirect: "https://localhost", group: Self.browser)
        try await install(
            DemoBundle(
                bundle: AppBundle(
                    Self.browser, teamID: "BROWSER", schemes: ["https"], arguments: ["device-browser"]),
                program: program, files: ["app.json": Data(configuration.json.bytes())]))
        let browser = app(Self.browser)
        try requireSuccess(await browser.ask("setUser", ["user": .string(user)]), Self.browser)
        return browser
    }
}
#endif
