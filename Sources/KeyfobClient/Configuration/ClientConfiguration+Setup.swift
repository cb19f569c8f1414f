public import KeyfobCore
public import KeyfobSetup

extension ClientConfiguration {
    /// Makes the configuration of an app from its bundle: finds its redirect URI, and checks it and the bundle's
    /// declarations.
    ///
    /// Faults that would make the first sign-in fail are thrown here, each with its own message and the text to paste.
    /// Warnings are in ``setupWarnings``.
    ///
    /// - Parameters:
    ///   - clientID: the application (client) id, as the registration shows it.
    ///   - redirectURI: exactly as registered; nil means the default, `msauth.BUNDLE-ID://auth` or else
    ///     `msalCLIENT-ID://auth`, whichever's scheme the app declares.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    ///   - accessGroup: the shared store's name.
    ///   - bundle: the app's declarations; its bundle id is the ``appIdentifier``.
    ///   - dialect: the library whose rules apply for brokers, MSAL or ADAL.
    ///   - usesBroker: whether a broker may be asked; if not, every redirect URI is valid that the app can receive.
    /// - Throws: `AuthError` with code `configuration`, caused by a ``SetupFinding``.
    public init(
        clientID: String, redirectURI: String? = nil, authority: Authority? = nil, accessGroup: AccessGroup = .standard,
        bundle: BundleFacts, dialect: SetupSubject.Dialect = .msal, usesBroker: Bool = true
    ) throws(AuthError) {
        var subject = SetupSubject(facts: bundle)
        subject.dialect = dialect
        subject.clientID = clientID
        subject.redirectURI = redirectURI
        subject.authority = authority
        subject.usesBroker = usesBroker
        subject.keychainGroup = accessGroup == .standard ? nil : accessGroup.name
        let findings = SetupRules.findings(for: subject)
        if let fault = findings.first(where: { $0.severity == .error }) { throw fault.authError }
        let uri = try RedirectURI(RedirectRules(subject).redirectURI ?? "")
        try self.init(
            clientID: clientID, redirectURI: uri, authority: authority, accessGroup: accessGroup,
            appIdentifier: bundle.bundleID)
        setupWarnings = findings
    }
}
