#if os(Linux)
import Foundation
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// Installing a folder that Xcode has built, or a project's own files.
@Suite(.timeLimit(.minutes(5))) struct BuiltAppTests {
    /// A bundle with one entry changed.
    private func bundle(
        _ device: Device, _ file: String, _ entry: String, _ value: Any,
        format: PropertyListSerialization.PropertyListFormat
    ) throws -> String {
        let path = "\(device.folder.path)/\(UUID().uuidString)"
        try AppBundle(
            "test.a", teamID: "T1", schemes: ["a"], keychainGroups: ["suite"], associatedDomains: ["applinks:a.test"]
        ).write(to: path)
        let place = URL(fileURLWithPath: "\(path)/\(file)")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: place), format: nil)
        var members = try #require(list as? [String: Any])
        members[entry] = value
        try PropertyListSerialization.data(fromPropertyList: members, format: format, options: 0).write(to: place)
        return path
    }

    @Test(arguments: [
        ("Info.plist", "CFBundleIdentifier", "$(PRODUCT_BUNDLE_IDENTIFIER)"),
        ("Info.plist", "CFBundleIdentifier", "com.contoso.${PRODUCT_NAME:rfc1034identifier}"),
        ("Info.plist", "CFBundleExecutable", "$(EXECUTABLE_NAME)"), ("Info.plist", "CFBundleName", "$(PRODUCT_NAME)"),
        ("Info.plist", "CFBundleShortVersionString", "$(MARKETING_VERSION)"),
        ("Info.plist", "CFBundleURLSchemes", "msauth.$(APP_ID)"),
        ("Info.plist", "LSApplicationQueriesSchemes", "${BROKER_SCHEME}"),
        ("entitlements.plist", "keychain-access-groups", "$(AppIdentifierPrefix)$(SUITE)"),
        ("entitlements.plist", "com.apple.developer.associated-domains", "applinks:$(LOGIN_HOST)"),
    ])
    func `an unresolved build variable is refused by its name, with its entry`(
        file: String, entry: String, text: String
    ) async throws {
        let device = try Device()
        let types: [[String: Any]] = [["CFBundleURLSchemes": [text]]]
        let isList = file == "entitlements.plist" || entry.hasPrefix("LS")
        let path =
            entry == "CFBundleURLSchemes"
            ? try bundle(device, file, "CFBundleURLTypes", types, format: .xml)
            : try bundle(device, file, entry, isList ? [text] : text, format: .xml)
        let fault = await #expect(throws: DeviceError.self) { try await device.owner.install(path) }
        let variable = try #require(text.split(separator: "$").last.map { "$\($0)" })
        #expect(fault?.message.contains(variable) == true, "\(String(describing: fault))")
        #expect(
            entry == "keychain-access-groups" || fault?.message.contains(entry) == true, "\(String(describing: fault))")
    }

    @Test func `a binary Info.plist is read, and the bundle id's own variables are filled in`() async throws {
        let device = try Device()
        let types: [[String: Any]] = [
            ["CFBundleURLSchemes": ["msauth.$(PRODUCT_BUNDLE_IDENTIFIER)", "x-${CFBundleIdentifier}"]]
        ]
        _ = try await device.owner.install(try bundle(device, "Info.plist", "CFBundleURLTypes", types, format: .binary))
        for url in ["msauth.test.a://auth", "x-test.a://"] { #expect(try await device.owner.open(url)) }
    }

    @Test(arguments: [[0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE]] as [[UInt8]])
    func `a program for Apple's systems is refused, with a remedy`(start: [UInt8]) async throws {
        let device = try Device()
        let path = "\(device.folder.path)/bundle"
        try AppBundle("test.a", teamID: "T1").write(to: path)
        try Data(start + [UInt8](repeating: 7, count: 100)).write(to: URL(fileURLWithPath: "\(path)/program"))
        let fault = await #expect(throws: DeviceError.self) { try await device.owner.install(path) }
        #expect(fault?.message.contains("for Apple's systems") == true && fault?.remedy?.contains("a script") == true)
        // A file that only starts similarly is copied whole.
        let other = Data(Array(start.dropLast()) + [1] + [UInt8](repeating: 7, count: 100))
        try other.write(to: URL(fileURLWithPath: "\(path)/program"))
        _ = try await device.owner.install(path)
        #expect(FileManager.default.contents(atPath: "\(device.folder.path)/d/apps/test.a/program") == other)
    }
}
#endif
