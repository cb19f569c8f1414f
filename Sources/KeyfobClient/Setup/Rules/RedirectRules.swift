import KeyfobBrokerProtocol

/// The rules of MSAL 2.x for redirect URIs, and ADAL's where they differ: which is the default, which a broker answers
/// to, and what is wrong with any other.
public struct RedirectRules: Sendable {
    let subject: SetupSubject
    private var facts: BundleFacts { subject.facts }

    /// Takes the app.
    public init(_ subject: SetupSubject) { self.subject = subject }

    /// The redirect URI that the app passes, or else the default one; nil if there is none.
    public var redirectURI: String? { subject.redirectURI ?? standard }

    /// The default: `msauth.BUNDLE-ID://auth` if its scheme is declared, else `msalCLIENT-ID://auth` if its is; on
    /// macOS, where the web view hands the answer over itself, the first without asking.
    public var standard: String? {
        if let bundleID = facts.bundleID {
            if facts.platform == .macOS || facts.isAppExtension || facts.declares(scheme: "msauth.\(bundleID)") {
                return BrokerRedirect.msal(bundleID: bundleID)
            }
        }
        guard let clientID = subject.clientID, facts.declares(scheme: "msal\(clientID)") else { return nil }
        return "msal\(clientID)://auth"
    }

    /// What is wrong with the redirect URI; empty if nothing is.
    public func findings() -> [SetupFinding] {
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
        meaning: "Redirect URIs are made of it, so that none can be checked.",
        remedy: "Give the app a bundle id; for a project's Info.plist, pass it beside the file (--bundle-id).")

    private static let scenes = SetupFinding(
        .sceneDelegate, .warning, "The app's windows are scenes (UIApplicationSceneManifest).",
        meaning: "The broker's answer then comes to the scene's delegate, and the app delegate hears nothing of it.",
        remedy: "Pass URLs on from both delegates; one that was handled already is recognised.",
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
            meaning: "There is no redirect URI that the app would receive an answer at.",
            remedy: "Declare the scheme msauth.\(bundleID) in Info.plist, and register msauth.\(bundleID)://auth.",
            snippets: [.urlType("msauth.\(bundleID)", name: bundleID)])
    }

    private func notDeclared(_ scheme: String, _ uri: String, _ bundleID: String) -> SetupFinding? {
        // ADAL's own web view sees the redirect itself; MSAL hands it to the system's, which needs the scheme.
        guard facts.platform == .iOS, !facts.isAppExtension, subject.usesBroker || subject.dialect == .msal,
            !Self.isOfTheWeb(scheme), !facts.declares(scheme: scheme)
        else { return nil }
        return SetupFinding(
            .schemeNotDeclared, .error,
            "The scheme \(scheme) of the redirect URI \(uri) is in no CFBundleURLSchemes of the app.",
            meaning: "iOS would not bring the answer back to the app.",
            remedy: "Add the scheme to CFBundleURLTypes in Info.plist.",
            snippets: [.urlType(scheme, name: bundleID)])
    }

    private func notDistinctive(_ scheme: String, _ bundleID: String) -> SetupFinding? {
        guard facts.platform == .iOS, !Self.isOfTheWeb(scheme), CommonSchemes.contains(scheme) else { return nil }
        return SetupFinding(
            .schemeNotDistinctive, .warning,
            "Other apps are likely to have the scheme \(scheme) too, and iOS does not keep them from it.",
            meaning: "If two apps have one scheme, it is not settled which of them gets the answer.",
            remedy: "Take a scheme that holds the bundle id: msauth.\(bundleID).")
    }
}
