extension SetupFinding {
    /// The rule that made a finding; a later version can add one.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name, as `keyfob doctor --json` prints it.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stable name.
        public var description: String { rawValue }

        /// The app's bundle id is not known, so that nothing can be compared with it.
        public static let bundleIDUnknown = Code(rawValue: "bundleIdUnknown")

        /// The redirect URI is empty.
        public static let redirectEmpty = Code(rawValue: "redirectEmpty")
        /// The redirect URI has a fragment (RFC 6749 section 3.1.2).
        public static let redirectHasFragment = Code(rawValue: "redirectHasFragment")
        /// The redirect URI has no scheme.
        public static let redirectWithoutScheme = Code(rawValue: "redirectWithoutScheme")
        /// The redirect URI is `urn:ietf:wg:oauth:2.0:oob`.
        public static let redirectOutOfBand = Code(rawValue: "redirectOutOfBand")
        /// The redirect URI is a web address: `http` or `https`.
        public static let redirectOfTheWeb = Code(rawValue: "redirectOfTheWeb")
        /// The redirect URI has a scheme and no host.
        public static let redirectWithoutHost = Code(rawValue: "redirectWithoutHost")
        /// The redirect URI is `msauth.ANOTHER-BUNDLE-ID://auth`.
        public static let redirectOfAnotherBundle = Code(rawValue: "redirectOfAnotherBundle")
        /// The redirect URI has an `msauth` scheme, and another host than `auth`.
        public static let redirectWithoutAuthHost = Code(rawValue: "redirectWithoutAuthHost")
        /// The redirect URI has neither of the forms that a broker accepts.
        public static let redirectNotForBroker = Code(rawValue: "redirectNotForBroker")
        /// The scheme of the redirect URI is in no `CFBundleURLTypes` entry.
        public static let schemeNotDeclared = Code(rawValue: "schemeNotDeclared")
        /// No redirect URI is given, and the app declares the scheme of neither default one.
        public static let noDefaultRedirect = Code(rawValue: "noDefaultRedirect")
        /// The scheme is one that other apps are likely to declare too.
        public static let schemeNotDistinctive = Code(rawValue: "schemeNotDistinctive")
        /// A broker's scheme is not in `LSApplicationQueriesSchemes`.
        public static let queriedSchemeMissing = Code(rawValue: "queriedSchemeMissing")
        /// The app's windows are scenes, so that the response is passed to the scene's delegate.
        public static let sceneDelegate = Code(rawValue: "sceneDelegate")

        /// The entitlements have no keychain group.
        public static let keychainEntitlementMissing = Code(rawValue: "keychainEntitlementMissing")
        /// The shared keychain group is not in the entitlements.
        public static let keychainGroupMissing = Code(rawValue: "keychainGroupMissing")
        /// A keychain group in the entitlements lacks the team's prefix.
        public static let keychainGroupWithoutPrefix = Code(rawValue: "keychainGroupWithoutPrefix")
        /// The app's own keychain group is not the first, so that items without a group are shared.
        public static let keychainOwnGroupNotFirst = Code(rawValue: "keychainOwnGroupNotFirst")

        /// The registration is for another client id.
        public static let registrationOfAnotherClient = Code(rawValue: "registrationOfAnotherClient")
        /// The app uses a redirect URI that the registration does not have.
        public static let redirectNotRegistered = Code(rawValue: "redirectNotRegistered")
        /// The registration has the redirect URI under web or single-page applications.
        public static let redirectOnWrongPlatform = Code(rawValue: "redirectOnWrongPlatform")
        /// The registration has a redirect URI of this app, whose scheme the app does not declare.
        public static let redirectOnlyRegistered = Code(rawValue: "redirectOnlyRegistered")
        /// The second redirect URI, which sign-in by certificate needs, is not registered or not declared.
        public static let certificateRedirectMissing = Code(rawValue: "certificateRedirectMissing")
        /// The registration's audience does not include the authority's users.
        public static let audienceTooNarrow = Code(rawValue: "audienceTooNarrow")

        /// The Intune App SDK is too old to work with MSAL.
        public static let intuneTooOld = Code(rawValue: "intuneTooOld")
    }

    /// MSAL's number for the same problem under `MSALInternalErrorCodeKey`; nil if MSAL does not check it.
    public var msalInternalCode: Int? {
        switch code {
        case .redirectEmpty, .redirectHasFragment, .redirectWithoutScheme, .redirectOutOfBand, .redirectOfTheWeb,
            .redirectWithoutHost, .redirectOfAnotherBundle, .redirectWithoutAuthHost, .redirectNotForBroker:
            severity == .error ? -42011 : nil
        case .schemeNotDeclared, .noDefaultRedirect, .queriedSchemeMissing: severity == .error ? -42001 : nil
        default: nil
        }
    }

    /// ADAL's code for the same problem (`AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI`); nil if ADAL does not check it.
    public var adalCode: Int? { msalInternalCode == nil ? nil : 501 }
}
