import KeyfobBrokerProtocol
import KeyfobCore

/// The second redirect URI, to which sign-in by certificate returns: optional, and best registered early.
enum CertificateRules {
    static func findings(for subject: SetupSubject, redirectURI: String?) -> [SetupFinding] {
        let facts = subject.facts
        guard facts.platform == .iOS, subject.usesBroker, let bundleID = facts.bundleID, let redirectURI,
            BrokerRedirect.isBrokerCapable(redirectURI, bundleID: bundleID, dialect: subject.dialect)
        else { return [] }
        let second = BrokerRedirect.certificate(for: redirectURI)
        return inApp(subject, bundleID, second) + inRegistration(subject, redirectURI, second)
    }

    /// ADAL receives that response itself, so the app has to declare its scheme; MSAL's returns by the first redirect
    /// URI.
    private static func inApp(_ subject: SetupSubject, _ bundleID: String, _ second: String) -> [SetupFinding] {
        guard subject.dialect == .adal, !subject.facts.declares(scheme: "msauth") else { return [] }
        return [
            SetupFinding(
                .certificateRedirectMissing, .warning,
                "The app does not declare the scheme msauth, of the redirect URI \(second).", meaning: meaning,
                remedy: "Add the scheme to CFBundleURLTypes, if users may sign in by certificate.",
                snippets: [.urlType("msauth", name: bundleID)])
        ]
    }

    private static let meaning =
        "Users who sign in by certificate cannot return from the broker; other users can."

    private static func inRegistration(
        _ subject: SetupSubject, _ redirectURI: String, _ second: String
    ) -> [SetupFinding] {
        guard let registration = subject.registration, !registration.allowsPublicClient(second) else { return [] }
        let near = (registration.redirectURIs[.publicClient] ?? []).first {
            $0 != second && BrokerRedirectForm.isCertificateRedirect($0)
                && PercentEncoding.decode($0) == PercentEncoding.decode(second)
        }
        let hint = near.map { " The registered \($0) is encoded differently, and must match byte for byte." } ?? ""
        return [
            SetupFinding(
                .certificateRedirectMissing, .warning,
                "The registration does not have the redirect URI \(second).\(hint)",
                meaning: meaning,
                remedy: "Register it next to \(redirectURI), under Mobile and desktop applications.",
                snippets: [RegistrationRules.registering([redirectURI, second], registration)])
        ]
    }
}
