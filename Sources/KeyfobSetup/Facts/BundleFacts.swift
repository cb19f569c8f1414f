public import KeyfobCache

/// An app's declarations to its operating system, as far as sign-in depends on them: values of Info.plist and of the
/// entitlements.
///
/// A value without I/O. On Apple's platforms `BundleFacts.main` reads the running app's Info.plist; `keyfob doctor` and
/// tests read files with ``init(infoPlist:entitlements:buildSettings:teamID:platform:)``.
public struct BundleFacts: Sendable, Hashable {
    /// The app's platform.
    public enum Platform: String, Sendable, Hashable, CaseIterable {
        /// iOS, iPadOS and visionOS.
        case iOS
        /// macOS.
        case macOS
    }

    /// One entry of `CFBundleURLTypes`.
    public struct URLType: Sendable, Hashable {
        /// `CFBundleTypeRole`: `Editor`, `Viewer` or `None`.
        public var role: String?
        /// `CFBundleURLName`, by custom the bundle id.
        public var name: String?
        /// `CFBundleURLSchemes`, as written.
        public var schemes: [String]

        /// Makes an entry.
        public init(role: String? = nil, name: String? = nil, schemes: [String]) {
            self.role = role
            self.name = name
            self.schemes = schemes
        }
    }

    /// The app's platform.
    public var platform: Platform
    /// `CFBundleIdentifier`; nil if it is missing, or is a build setting without a value.
    public var bundleID: String?
    /// The app's name on the screen (`CFBundleDisplayName`, else `CFBundleName`); nil if it is not known.
    public var name: String?
    /// `CFBundleShortVersionString`; nil if it is not known.
    public var version: String?
    /// `CFBundleURLTypes`.
    public var urlTypes: [URLType]
    /// `LSApplicationQueriesSchemes`: the schemes of other apps that this app may look up.
    public var queriedSchemes: [String]
    /// Whether it is an app extension (`NSExtension`, or the package type `XPC!`), which cannot be opened with a URL.
    public var isAppExtension: Bool
    /// Whether its windows are scenes (`UIApplicationSceneManifest`), so that URLs come to the scene's delegate.
    public var usesScenes: Bool
    /// The id of the team that signs the app, without the dot; nil if it is not known.
    public var teamID: String?
    /// The entitlements for keychains; nil if they are not known.
    public var entitlements: AppEntitlements?

    /// Makes facts from their parts.
    public init(
        platform: Platform, bundleID: String?, urlTypes: [URLType] = [], queriedSchemes: [String] = [],
        isAppExtension: Bool = false, usesScenes: Bool = false, teamID: String? = nil,
        entitlements: AppEntitlements? = nil
    ) {
        self.platform = platform
        self.bundleID = bundleID
        self.urlTypes = urlTypes
        self.queriedSchemes = queriedSchemes
        self.isAppExtension = isAppExtension
        self.usesScenes = usesScenes
        self.teamID = teamID
        self.entitlements = entitlements
    }

    /// Every URL scheme of the app, in lower case: schemes are not case-sensitive (RFC 3986 section 3.1).
    public var schemes: Set<String> { Set(urlTypes.flatMap(\.schemes).map { $0.lowercased() }) }

    /// Whether the app declares a URL scheme, in any letter case.
    public func declares(scheme: String) -> Bool { schemes.contains(scheme.lowercased()) }

    /// Whether the app may look up apps for a scheme, in any letter case.
    public func mayQuery(scheme: String) -> Bool {
        queriedSchemes.contains { $0.lowercased() == scheme.lowercased() }
    }

    /// `keychain-access-groups`, prefixes filled in; nil if the entitlements are not known.
    public var keychainAccessGroups: [String]? { entitlements?.keychainAccessGroups }
}
