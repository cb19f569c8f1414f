/// Which broker an app speaks with: what it is called, and which URLs reach it.
public struct BrokerIdentity: Sendable, Hashable {
    /// The bundle ids under which it may answer; a reply that comes from another app is none.
    public var bundleIDs: [String]
    /// Its URL schemes.
    public var schemes: BrokerSchemes
    /// The universal link that reaches it too, without the dialect's name at its end; nil if there is none.
    public var universalLink: String?

    /// Describes a broker.
    public init(bundleIDs: [String], schemes: BrokerSchemes, universalLink: String? = nil) {
        self.bundleIDs = bundleIDs
        self.schemes = schemes
        self.universalLink = universalLink
    }

    /// Microsoft Authenticator on iOS.
    public static let microsoftAuthenticator = BrokerIdentity(
        bundleIDs: ["com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-df"], schemes: .microsoft,
        universalLink: "https://login.microsoftonline.com/applebroker/")

    /// Microsoft's Company Portal on macOS, which is only reached through the single sign-on extension.
    public static let companyPortal = BrokerIdentity(
        bundleIDs: ["com.microsoft.CompanyPortalMac"], schemes: .microsoft)

    /// Keyfob's broker with schemes of its own, beside Microsoft's.
    public static let keyfob = BrokerIdentity(bundleIDs: [keyfobBundleID], schemes: .keyfob)

    /// Keyfob's broker in the place of Microsoft's: its schemes reach apps that declare what Microsoft's guides say.
    ///
    /// Not for a device that has Microsoft Authenticator too: which of two owners of a scheme is opened is up to the
    /// system.
    public static let keyfobForMicrosoftSchemes = BrokerIdentity(bundleIDs: [keyfobBundleID], schemes: .microsoft)

    /// The bundle id of Keyfob's broker.
    public static let keyfobBundleID = "test.keyfob.broker"

    /// Where a request of a dialect is sent: the scheme and the host `broker`.
    public func address(_ dialect: BrokerDialect) -> String { "\(schemes.request(dialect))://broker" }

    /// The universal link of a dialect; nil if there is none.
    public func universalLink(_ dialect: BrokerDialect) -> String? {
        universalLink.map { $0 + (dialect == .msal ? "msauthv2" : "msauth") }
    }

    /// Whether an app is this broker, as the operating system names it. Letter case counts.
    public func isBroker(_ bundleID: String) -> Bool { bundleIDs.contains(bundleID) }

    /// Which dialect a URL asks this broker in; nil if it is not for it.
    public func dialect(of url: String) -> BrokerDialect? {
        if let place = URLPlace(url), let dialect = schemes.dialect(of: place.scheme), place.host == "broker" {
            return dialect
        }
        return BrokerDialect.allCases.first { dialect in
            universalLink(dialect).flatMap { URLPlace($0) }.map { URLPlace(url) == $0 } ?? false
        }
    }
}
