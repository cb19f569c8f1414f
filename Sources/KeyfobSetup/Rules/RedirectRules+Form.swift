import KeyfobCore

extension RedirectRules {
    /// The faults that no redirect URI may have, each with its own message.
    func malformed(_ uri: String, _ bundleID: String) -> SetupFinding? {
        func fault(_ code: SetupFinding.Code, _ message: String, _ meaning: String) -> SetupFinding {
            SetupFinding(code, .error, message, meaning: meaning, remedy: advice(bundleID))
        }
        guard !uri.isEmpty else {
            return fault(.redirectEmpty, "The redirect URI is empty.", "The server could not send a response.")
        }
        guard !uri.contains("#") else {
            return fault(
                .redirectHasFragment, "The redirect URI \(uri) has a fragment (#).",
                "Servers refuse it, since responses may be sent as fragments.")
        }
        guard let colon = uri.firstIndex(of: ":"), BrokerRedirect.isScheme(uri[..<colon]) else {
            return fault(
                .redirectWithoutScheme, "The redirect URI \(uri) has no scheme.",
                "No system can find its app.")
        }
        guard uri.lowercased() != "urn:ietf:wg:oauth:2.0:oob" || !subject.usesBroker else {
            return fault(
                .redirectOutOfBand, "The redirect URI \(uri) is the one for codes that a user copies by hand.",
                "No response is ever returned to the app, and no broker accepts it.")
        }
        return nil
    }

    /// The problem of a redirect URI that no broker accepts, if accounts of the authority may need a broker.
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
                .redirectOfTheWeb, "The redirect URI \(uri) is a web address.",
                "A broker cannot return a response to an app at a web address."
            )
        }
        guard !host.isEmpty else {
            return (
                .redirectWithoutHost, "The redirect URI \(uri) has no host after its scheme.",
                "A broker distinguishes apps by it."
            )
        }
        if subject.dialect == .msal, scheme == "msauth" || scheme.hasPrefix("msauth.") {
            guard host == "auth" else {
                return (
                    .redirectWithoutAuthHost, "The redirect URI \(uri) has the host \(host) instead of auth.",
                    "A broker accepts msauth.\(bundleID)://auth only."
                )
            }
            let named = String(uri.prefix { $0 != ":" }.dropFirst("msauth.".count))
            let onlyCase = named.lowercased() == bundleID.lowercased()
            if named != bundleID {
                return (
                    .redirectOfAnotherBundle,
                    "The redirect URI \(uri) names the bundle id \(named.isEmpty ? "of no app" : named), and the "
                        + "app's is \(bundleID)\(onlyCase ? ": they differ in letter case" : "").",
                    "A broker refuses the request, since the redirect URI must name the calling app."
                )
            }
        }
        let forms = subject.dialect == .msal ? "msauth.\(bundleID)://auth nor SCHEME://\(bundleID)" : ""
        return (
            .redirectNotForBroker,
            subject.dialect == .msal
                ? "The redirect URI \(uri) is neither \(forms)."
                : "The redirect URI \(uri) has the host \(host) instead of the bundle id \(bundleID).",
            "A broker finds the app for its response by the bundle id."
        )
    }

    private func advice(_ bundleID: String) -> String {
        switch subject.dialect {
        case .msal:
            "Use msauth.\(bundleID)://auth, in the app and in its registration; it is the SDK's default if none is "
                + "passed."
        case .adal: "Use SCHEME://\(bundleID) with a scheme of the app's own, in the app and in its registration."
        }
    }
}
