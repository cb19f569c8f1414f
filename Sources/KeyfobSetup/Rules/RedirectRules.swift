import KeyfobBrokerProtocol

/// The rules for redirect URIs of MSAL 2.x, and of ADAL where they differ: the default, the forms that a broker
/// accepts, and the faults of the others.
package struct RedirectRules: Sendable {
    let subject: SetupSubject
    private var facts: BundleFacts { subject.facts }

    /// Makes the rules for an app.
    package init(_ subject: SetupSubject) { self.subject = subject }

    /// The redirect URI that the app passes, or else the default one; nil if there is none.
    package var redirectURI: String? { subject.redirectURI ?? standard }

    /// The default: `msauth.BUNDLE-ID://auth` if its scheme is declared, else `msalCLIENT-ID://auth` if its scheme is.
    /// On macOS, where the web view returns the response itself, always the first.
    package var standard: String? {
        if let bundleID = facts.bundleID {
            if facts.platform == .macOS || facts.isAppExtension || facts.declares(scheme: "msauth.\(bundleID)") {
                return BrokerRedirect.msal(bundleID: bundleID)
            }
        }
        guard let clientID = subject.clientID, facts.declares(scheme: "msal\(clientID)") else { return nil }
        return "msal\(clientID)://auth"
    }

    /// The faults of the redirect URI; empty if there are none.
    package func findings() -> [SetupFinding] {
        guard let bundleID = facts.bundleID else { return [Self.bundleIDUnknown] }
        guard let uri = redirectURI else { return [noDefault(bundleID)] }
        if let fault = malformed(uri, bundleID) { return [fault] }
        var found: [SetupFinding] = []
        if let fault = notForBroker(uri, bundleID) { found.append(fault) }
        let scheme = Self.scheme(of: uri)
        if let fault = notDeclared(scheme, uri, bundleID) { found.append(fault) }
        if let advice = notDistinctive(scheme, bundleID) { found.append(advice) }
        if facts.usesScenes, facts.platform == .iOS, !Self.isOfTheWeb(scheme) { found.append(Self.scenes) }
        return found
    }

    static func scheme(of uri: String) -> String { uri.prefix { $0 != ":" }.lowercased() }

    static func isOfTheWeb(_ scheme: String) -> Bool { scheme == "https" || scheme == "http" }

    private static let bundleIDUnknown = SetupFinding(
        .bundleIDUnknown, .error, "The app's bundle id (CFBundleIdentifier) is not known.",
        meaning: "Redirect URIs contain it, so none can be checked.",
        remedy: "Give the app a bundle id; for a project's Info.plist, pass it with the file (--bundle-id).")

    private static let scenes = SetupFinding(
        .sceneDelegate, .warning, "The app's windows are scenes (UIApplicationSceneManifest).",
        meaning: "The broker's response is then passed to the scene's delegate, and not to the app delegate.",
        remedy: "Pass URLs on from both delegates; a URL that was handled already is recognised.",
        snippets: [
            SetupSnippet(
                .source,
                """
                func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
                    for context in contexts {
                        MSALPublicClientApplication.handleMSALResponse(
                            context.url, sourceApplication: context.options.sourceApplication)
                    }
                }
                """)
        ])

    private func noDefault(_ bundleID: String) -> SetupFinding {
        let missing =
            subject.clientID.map { "neither the scheme msauth.\(bundleID) nor msal\($0)" }
            ?? "no scheme msauth.\(bundleID)"
        return SetupFinding(
            .noDefaultRedirect, .error,
            "No redirect URI is given, and CFBundleURLTypes has \(missing).",
            meaning: "There is no redirect URI at which the app would receive a response.",
            remedy: "Declare the scheme msauth.\(bundleID) in Info.plist, and register msauth.\(bundleID)://auth.",
            snippets: [.urlType("msauth.\(bundleID)", name: bundleID)])
    }

    private func notDeclared(_ scheme: String, _ uri: String, _ bundleID: String) -> SetupFinding? {
        // ADAL's own web view sees the redirect itself; MSAL leaves it to the system's, which needs the scheme.
        guard facts.platform == .iOS, !facts.isAppExtension, subject.usesBroker || subject.dialect == .msal,
            !Self.isOfTheWeb(scheme), !facts.declares(scheme: scheme)
        else { return nil }
        return SetupFinding(
            .schemeNotDeclared, .error,
            "The scheme \(scheme) of the redirect URI \(uri) is in no CFBundleURLSchemes of the app.",
            meaning: "iOS would not return the response to the app.",
            remedy: "Add the scheme to CFBundleURLTypes in Info.plist.",
            snippets: [.urlType(scheme, name: bundleID)])
    }

    private func notDistinctive(_ scheme: String, _ bundleID: String) -> SetupFinding? {
        guard facts.platform == .iOS, !Self.isOfTheWeb(scheme), CommonSchemes.contains(scheme) else { return nil }
        return SetupFinding(
            .schemeNotDistinctive, .warning,
            "Other apps are likely to have the scheme \(scheme) too, and iOS does not prevent that.",
            meaning: "If two apps have one scheme, it is not defined which of them gets the response.",
            remedy: "Use a scheme that contains the bundle id: msauth.\(bundleID).")
    }
}
