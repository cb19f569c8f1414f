#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobTesting

extension DeviceStage {
    /// The device's browser.
    static let browser = "test.browser"

    /// The form of redirect URI that ADAL's guides tell apps to take.
    static func redirectOfADAL(_ bundleID: String) -> String {
        "\(bundleID == DeviceCast.notes ? "x-msauth-fabrikam" : "x-msauth-contoso")://\(bundleID)"
    }

    /// An app of the suite, or Fabrikam's Notes, made with a face of the SDK.
    ///
    /// - Parameters:
    ///   - redirect: what its face's guides tell if nil.
    ///   - group: the access group that it asks for; the suite's, or Notes' own, if nil.
    ///   - isOwnGroup: whether it is entitled to nothing but a group of its own.
    ///   - adjust: changes what the bundle says.
    func faced(
        _ bundleID: String, _ face: AppConfiguration.Face, redirect: String? = nil, isOwnGroup: Bool = false,
        adjust: (inout AppConfiguration, inout StoryBundle) -> Void = { _, _ in }
    ) -> StoryBundle {
        let isNotes = bundleID == DeviceCast.notes
        let standard = face == .adal ? Self.redirectOfADAL(bundleID) : "msauth.\(bundleID)://auth"
        var configuration = configuration(
            bundleID, client: isNotes ? SeedNames.otherVendor : SeedNames.suite, redirect: redirect ?? standard,
            group: isNotes || isOwnGroup ? bundleID : DeviceCast.group)
        configuration.face = face
        var bundle = DeviceCast.app(
            bundleID, teamID: isNotes ? DeviceCast.fabrikamTeam : DeviceCast.contosoTeam,
            configuration: configuration, program: program)
        adjust(&configuration, &bundle)
        bundle.files["app.json"] = Data(configuration.json.bytes())
        return bundle
    }

    /// Installs such an app, in the place of one of the same bundle id.
    @discardableResult
    func installFaced(
        _ bundleID: String, _ face: AppConfiguration.Face, redirect: String? = nil, isOwnGroup: Bool = false,
        adjust: (inout AppConfiguration, inout StoryBundle) -> Void = { _, _ in }
    ) async throws -> DeviceAppHandle {
        try await install(faced(bundleID, face, redirect: redirect, isOwnGroup: isOwnGroup, adjust: adjust))
        return app(bundleID)
    }

    /// Installs the device's browser, and seats the person before it.
    func installBrowser(_ user: String = SeedNames.ada) async throws -> DeviceAppHandle {
        let configuration = configuration(
            Self.browser, client: SeedNames.suite, redirect: "https://localhost", group: Self.browser)
        try await install(
            StoryBundle(
                bundle: AppBundle(
                    Self.browser, teamID: "BROWSER", schemes: ["https"], arguments: ["device-browser"]),
                program: program, files: ["app.json": Data(configuration.json.bytes())]))
        let browser = app(Self.browser)
        try requireSuccess(await browser.ask("seat", ["user": .string(user)]), Self.browser)
        return browser
    }
}
#endif
