/// The broker that an app uses: its bundle ids, and the URLs that reach it.
package struct BrokerIdentity: Sendable, Hashable {
    /// The bundle ids under which it may respond; a response from another app is rejected.
    package var bundleIDs: [String]
    /// Its URL schemes.
    package var schemes: BrokerSchemes
    /// The universal link that also reaches it, without the dialect's name at its end; nil if there is none.
    package var universalLink: String?

    /// Makes an identity.
    package init(bundleIDs: [String], schemes: BrokerSchemes, universalLink: String? = nil) {
        self.bundleIDs = bundleIDs
        self.schemes = schemes
        self.universalLink = universalLink
    }

    /// Microsoft Authenticator on iOS.
    package static let microsoftAuthenticator = BrokerIdentity(
        bundleIDs: ["com.microsoft.azureauthenticator", "com.microsoft.azureauthenticator-df"], schemes: .microsoft,
        universalLink: "https://login.microsoftonline.com/applebroker/")

    /// Microsoft's Company Portal on macOS, which can only be reached through the single sign-on extension.
    package static let companyPortal = BrokerIdentity(
        bundleIDs: ["com.microsoft.CompanyPortalMac"], schemes: .microsoft)

    /// Keyfob's broker with its own schemes, which can coexist with Microsoft's.
    package static let keyfob = BrokerIdentity(bundleIDs: [keyfobBundleID], schemes: .keyfob)

    /// Keyfob's broker with Microsoft's schemes, for apps that are configured as Microsoft's guides describe.
    ///
    /// Not for a device that also has Microsoft Authenticator: if two apps own a scheme, the system chooses which one
    /// it opens.
    package static let keyfobForMicrosoftSchemes = BrokerIdentity(bundleIDs: [keyfobBundleID], schemes: .microsoft)

    /// The bundle id of Keyfob's broker.
    package static let keyfobBundleID = "test.keyfob.broker"

    /// Returns the URL for requests of a dialect: the scheme and the host `broker`.
    package func address(_ dialect: BrokerDialect) -> String { "\(schemes.request(dialect))://broker" }

    /// Returns the universal link of a dialect; nil if there is none.
    package func universalLink(_ dialect: BrokerDialect) -> String? {
        universalLink.map { $0 + (dialect == .msal ? "msauthv2" : "msauth") }
    }

    /// Returns whether a bundle id, as reported by the operating system, is this broker's. Letter case is significant.
    package func isBroker(_ bundleID: String) -> Bool { bundleIDs.contains(bundleID) }

    /// Returns the dialect of a request URL; nil if the URL is not for this broker.
    package func dialect(of url: String) -> BrokerDialect? {
        if let place = URLWithoutQuery(url), let dialect = schemes.dialect(of: place.scheme), place.host == "broker" {
            return dialect
        }
        return BrokerDialect.allCases.first { dialect in
            universalLink(dialect).flatMap { URLWithoutQuery($0) }.map { URLWithoutQuery(url) == $0 } ?? false
        }
    }
}
