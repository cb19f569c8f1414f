#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting

/// The apps on the device of the demo: those of two vendors, the broker, and hostile apps.
enum DemoApps {
    /// Contoso's team.
    static let contosoTeam = "T1"
    /// Fabrikam's team.
    static let fabrikamTeam = "T2"

    static let contosoA = "test.contoso.a"
    static let contosoB = "test.contoso.b"
    static let contosoC = "test.contoso.c"
    static let notes = "test.fabrikam.notes"
    static let maliciousApp = "test.malicious"
    static let broker = BrokerIdentity.keyfobBundleID

    /// The access group that Contoso's apps share, without its team's prefix.
    static let group = "test.contoso.suite"

    /// An app of the demo.
    ///
    /// - Parameters:
    /// - bundleID: Its bundle id.
    /// - teamID: The team that signs it.
    /// - configuration: Its configuration, which is part of the bundle.
    /// - program: `keyfob-demo`.
    static func app(
        _ bundleID: String, teamID: String?, configuration: AppConfiguration, program: String
    ) -> DemoBundle {
        var bundle = AppBundle(
            bundleID, teamID: teamID, schemes: ["msauth.\(bundleID)"], queriedSchemes: BrokerSchemes.microsoft.all,
            keychainGroups: [configuration.accessGroup], arguments: ["device-app"])
        if let scheme = scheme(of: configuration.redirectURI), !bundle.schemes.contains(scheme) {
            bundle.schemes.append(scheme)
        }
        return DemoBundle(
            bundle: bundle, program: program, files: ["app.json": Data(configuration.json.bytes())])
    }

    /// A hostile app without the SDK.
    ///
    /// - Parameters:
    /// - schemes: The schemes that it claims, even another app's.
    /// - domains: The domains whose single sign-on extension it claims to be.
    static func maliciousApp(
        _ bundleID: String, teamID: String?, schemes: [String] = [], domains: [String] = [], program: String
    ) -> DemoBundle {
        DemoBundle(
            bundle: AppBundle(
                bundleID, teamID: teamID, schemes: schemes, queriedSchemes: BrokerSchemes.microsoft.all,
                associatedDomains: domains, arguments: ["malicious-app"]),
            program: program)
    }

    private static func scheme(of redirect: String) -> String? {
        let scheme = redirect.firstRange(of: "://").map { String(redirect[..<$0.lowerBound]) }
        return scheme.flatMap { $0.hasPrefix("http") ? nil : $0 }
    }
}

/// A bundle of the demo: its declarations, its program, and further files.
struct DemoBundle: Sendable {
    var bundle: AppBundle
    /// The program, where every user can run it.
    var program: String
    /// Further files by name; one with the name of a property list of the bundle replaces it.
    var files: [String: Data] = [:]

    /// Writes the bundle as a folder of that name, replacing an earlier one.
    func write(in folder: String) throws -> String {
        let path = "\(folder)/\(bundle.bundleID).app"
        try? FileManager.default.removeItem(atPath: path)
        try bundle.write(to: path, program: program)
        for (name, content) in files { try content.write(to: URL(fileURLWithPath: "\(path)/\(name)")) }
        return path
    }
}
#endif
