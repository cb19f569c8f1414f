/// Whether a broker app is there to be asked, as iOS lets an app find out.
public enum BrokerPresence: Sendable, Hashable {
    /// A broker answers to the scheme.
    case installed(scheme: String)
    /// No app answers to any of the schemes.
    case notInstalled
    /// The app may not ask about this scheme (`LSApplicationQueriesSchemes`), so that iOS always says no: whether a
    /// broker is installed is not known.
    case notDeclared(scheme: String)

    /// Asks the operating system about the schemes of a dialect, the newest first.
    ///
    /// Nothing is asked about a scheme that the app does not declare: the answer would mean nothing.
    ///
    /// - Parameters:
    ///   - facts: what the app declares.
    ///   - dialect: whose schemes; MSAL's are `msauthv3` and `msauthv2`, ADAL's `msauthv3` and `msauth`.
    ///   - canOpenURL: asks the system about a URL, as `UIApplication.canOpenURL(_:)` does.
    public static func detect(
        _ facts: BundleFacts, dialect: SetupSubject.Dialect = .msal, canOpenURL: (String) -> Bool
    ) -> BrokerPresence {
        let schemes = QueriedSchemeRules.schemes(of: dialect)
        if let missing = schemes.first(where: { !facts.mayQuery(scheme: $0) }) { return .notDeclared(scheme: missing) }
        for scheme in schemes.reversed() where canOpenURL("\(scheme)://broker") { return .installed(scheme: scheme) }
        return .notInstalled
    }
}
