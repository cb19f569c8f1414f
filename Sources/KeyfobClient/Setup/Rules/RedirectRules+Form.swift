import KeyfobCore

extension RedirectRules {
    /// What no redirect URI may be, whoever answers to it: each fault has its own words.
    func malformed(_ uri: String, _ bundleID: String) -> SetupFinding? {
        func fault(_ code: SetupFinding.Code, _ message: String, _ meaning: String) -> SetupFinding {
            SetupFinding(code, .error, message, meaning: meaning, remedy: advice(bundleID))
        }
        guard !uri.isEmpty else {
            return fault(.redirectEmpty, "The redirect URI is empty.", "The server would not know where to answer.")
        }
        guard !uri.contains("#") else {
            return fault(
                .redirectHasFragment, "The redirect URI \(uri) has a fragment (#).",
                "Servers refuse it, since answers may be sent as fragments.")
        }
        guard let colon = uri.firstIndex(of: ":"), BrokerRedirect.isScheme(uri[..<colon]) else {
            return fault(
                .redirectWithoutScheme, "The redirect URI \(uri) has no scheme.",
                "No system can tell from it which app it belongs to.")
        }
        guard uri.lowercased() != "urn:ietf:wg:oauth:2.0:oob" || !subject.usesBroker else {
            return fault(
                .redirectOutOfBand, "The redirect URI \(uri) is the one for codes that a person copies by hand.",
                "No answer ever comes back to the app, and no broker takes it.")
        }
        return nil
    }

    /// What a broker's redirect URI must be; a fault only where accounts of the authority may need a broker.
    func notForBroker(_ uri: String, _ bundleID: String) -> SetupFinding? {
        guard subject.needsBrokerRedirect,
            !BrokerRedirect.isBrokerCapable(uri, bundleID: bundleID, dialect: subject.dialect)
        else { return nil }
        let (code, message, meaning) = reason(uri, bundleID)
        return SetupFinding(
            code, .error, message, meaning: meaning, remedy: advice(bundleID),
            snippets: [.urlType("msauth.\(bundleID)", name: bundleID)])
    }

    private func reason(
        _ uri: String, _ bundleID: String
    ) -> (code: SetupFinding.Code, message: String, meaning: String) {
        let scheme = Self.scheme(of: uri)
        let rest = uri.drop { $0 != ":" }
        let host = rest.hasPrefix("://") ? String(rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" }) : ""
        if Self.isOfTheWeb(scheme) {
            return (
                .redirectOfTheWeb, "The redirect URI \(uri) is of the web.",
                "A broker cannot hand an answer to an app at a web address."
            )
        }
        guard !host.isEmpty else {
            return (
                .redirectWithoutHost, "The redirect URI \(uri) has no host after its scheme.",
                "A broker tells apps apart by it."
            )
        }
        if subject.dialect == .msal, scheme == "msauth" || scheme.hasPrefix("msauth.") {
            guard host == "auth" else {
                return (
                    .redirectWithoutAuthHost, "The redirect URI \(uri) has the host \(host) where auth has to stand.",
                    "A broker answers to msauth.\(bundleID)://auth and to nothing like it."
                )
            }
            let named = String(uri.prefix { $0 != ":" }.dropFirst("msauth.".count))
            let onlyCase = named.lowercased() == bundleID.lowercased()
            if named != bundleID {
                return (
                    .redirectOfAnotherBundle,
                    "The redirect URI \(uri) names the bundle id \(named.isEmpty ? "of no app" : named), and the "
                        + "app's is \(bundleID)\(onlyCase ? ": they differ in letter case" : "").",
                    "A broker would refuse to answer, since the redirect URI must name the app that asks."
                )
            }
        }
        let forms = subject.dialect == .msal ? "msauth.\(bundleID)://auth nor SCHEME://\(bundleID)" : ""
        return (
            .redirectNotForBroker,
            subject.dialect == .msal
                ? "The redirect URI \(uri) is neither \(forms)."
                : "The redirect URI \(uri) has the host \(host) where the bundle id \(bundleID) has to stand.",
            "A broker finds by the bundle id which app may have the answer."
        )
    }

    private func advice(_ bundleID: String) -> String {
        switch subject.dialect {
        case .msal:
            "Use msauth.\(bundleID)://auth, in the app and in its registration; the SDK takes it by itself if none is "
                + "passed."
        case .adal: "Use SCHEME://\(bundleID) with a scheme of the app's own, in the app and in its registration."
        }
    }
}
