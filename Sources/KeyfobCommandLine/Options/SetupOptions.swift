#if Server
package import ArgumentParser
import KeyfobClient

/// The options of `keyfob doctor` that name an app's files, and facts that the files do not contain.
package struct SetupOptions: ParsableArguments {
    /// `--info-plist`
    @Option(
        name: .customLong("info-plist"),
        help: ArgumentHelp("Check an app's Info.plist, from a project or a built app.", valueName: "file"),
        completion: .file())
    package var infoPlist: String?

    /// `--entitlements`
    @Option(
        name: .customLong("entitlements"),
        help: ArgumentHelp("Check the app's entitlements too.", valueName: "file"), completion: .file())
    package var entitlements: String?

    /// `--registration`
    @Option(
        name: .customLong("registration"),
        help: ArgumentHelp(
            "Check the app's registration too.",
            discussion: "The output of \"az ad app show\", the portal's manifest, or Microsoft Graph's application.",
            valueName: "file"), completion: .file())
    package var registration: String?

    /// `--client-id`
    @Option(name: .customLong("client-id"), help: "The application (client) id that the app passes.")
    package var clientID: String?

    /// `--redirect-uri`
    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("The redirect URI that the app passes, if it passes one.", valueName: "uri"))
    package var redirectURI: String?

    /// `--authority`
    @Option(help: ArgumentHelp("The authority that the app passes, if it passes one.", valueName: "url"))
    package var authority: String?

    /// `--keychain-group`
    @Option(
        name: .customLong("keychain-group"),
        help: ArgumentHelp(
            "The keychain group that the app's suite shares, without its prefix.", valueName: "group"))
    package var keychainGroup: String?

    /// `--bundle-id`
    @Option(
        name: .customLong("bundle-id"),
        help: "The value of $(PRODUCT_BUNDLE_IDENTIFIER) in the files.")
    package var bundleID: String?

    /// `--team-id`
    @Option(name: .customLong("team-id"), help: "The value of $(AppIdentifierPrefix) in the files.")
    package var teamID: String?

    /// `--platform`
    @Option(help: "The app's platform (default: Info.plist's).")
    package var platform: AppPlatform?

    /// `--intune-version`
    @Option(
        name: .customLong("intune-version"),
        help: ArgumentHelp("The version of the Intune App SDK that the app links.", valueName: "version"))
    package var intuneVersion: String?

    /// `--adal`
    @Flag(name: .customLong("adal"), help: "The app uses ADAL, or Keyfob's ADAL module.")
    package var usesADAL = false

    /// `--no-broker`
    @Flag(name: .customLong("no-broker"), help: "The app never uses a broker.")
    package var avoidsBroker = false

    /// Makes options for the parser to fill.
    package init() {}

    /// Whether any of the app's files is named.
    package var namesFiles: Bool { infoPlist != nil || entitlements != nil || registration != nil }

    /// Rejects options that cannot be checked.
    package func validate() throws {
        guard infoPlist != nil || bundleID != nil || !namesFiles else {
            throw ValidationError("Redirect URIs contain the bundle id: pass --info-plist, or --bundle-id.")
        }
        let lone: [(String, Bool)] = [
            ("--client-id", clientID != nil), ("--redirect-uri", redirectURI != nil), ("--authority", authority != nil),
            ("--keychain-group", keychainGroup != nil), ("--bundle-id", bundleID != nil),
            ("--team-id", teamID != nil), ("--platform", platform != nil), ("--intune-version", intuneVersion != nil),
            ("--adal", usesADAL), ("--no-broker", avoidsBroker),
        ]
        guard namesFiles || !lone.contains(where: \.1) else {
            let given = lone.filter(\.1).map(\.0).joined(separator: ", ")
            throw ValidationError(
                "\(given) is about an app's files: name them with --info-plist, --entitlements or --registration.")
        }
    }
}

/// `--platform` of an app.
package enum AppPlatform: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// iOS, iPadOS and visionOS.
    case ios
    /// macOS.
    case macos
}
#endif
