#if Server
import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobTesting

/// Who lives on the device of the story: the apps of two vendors, the broker, and those who mean harm.
enum DeviceCast {
    /// Contoso's team.
    static let contosoTeam = "T1"
    /// Fabrikam's team.
    static let fabrikamTeam = "T2"
    /// The team of the broker's makers.
    static let brokerTeam = "KEYFOB"

    static let contosoA = "test.contoso.a"
    static let contosoB = "test.contoso.b"
    static let contosoC = "test.contoso.c"
    static let notes = "test.fabrikam.notes"
    static let stranger = "test.stranger"
    static let broker = BrokerIdentity.keyfobBundleID

    /// The access group that Contoso's apps share, without its team's prefix.
    static let group = "test.contoso.suite"

    /// An app of the story.
    ///
    /// - Parameters:
    ///   - bundleID: its own.
    ///   - teamID: who signs it.
    ///   - configuration: what it is registered as, which stands in the bundle.
    ///   - program: `keyfob-demo`.
    static func app(
        _ bundleID: String, teamID: String?, configuration: AppConfiguration, program: String
    ) -> StoryBundle {
        var bundle = AppBundle(
            bundleID, teamID: teamID, schemes: ["msauth.\(bundleID)"], queriedSchemes: BrokerSchemes.microsoft.all,
            keychainGroups: [configuration.accessGroup], arguments: ["device-app"])
        if let scheme = scheme(of: configuration.redirectURI), !bundle.schemes.contains(scheme) {
            bundle.schemes.append(scheme)
        }
        return StoryBundle(
            bundle: bundle, program: program, files: ["app.json": Data(configuration.json.bytes())])
    }

    /// An app that wants what is not its own, and has nothing of the SDK in it.
    ///
    /// - Parameters:
    ///   - schemes: those that it claims, whoever else owns them.
    ///   - domains: those whose single sign-on extension it wants to be.
    static func stranger(
        _ bundleID: String, teamID: String?, schemes: [String] = [], domains: [String] = [], program: String
    ) -> StoryBundle {
        StoryBundle(
            bundle: AppBundle(
                bundleID, teamID: teamID, schemes: schemes, queriedSchemes: BrokerSchemes.microsoft.all,
                associatedDomains: domains, arguments: ["stranger"]),
            program: program)
    }

    private static func scheme(of redirect: String) -> String? {
        let scheme = redirect.firstRange(of: "://").map { String(redirect[..<$0.lowerBound]) }
        return scheme.flatMap { $0.hasPrefix("http") ? nil : $0 }
    }
}
#endif
