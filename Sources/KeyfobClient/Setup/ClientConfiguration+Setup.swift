public import KeyfobCore

extension ClientConfiguration {
    /// Describes an app by its bundle: its redirect URI is found and checked, and so is what the bundle declares.
    ///
    /// What would fail at the first sign-in fails here, each fault with its own message and with the text to paste. What
    /// is only worth knowing is in ``setupWarnings``.
    ///
    /// - Parameters:
    ///   - clientID: the application (client) id, as the registration shows it.
    ///   - redirectURI: exactly as registered; nil means the default, `msauth.BUNDLE-ID://auth` or else
    ///     `msalCLIENT-ID://auth`, whichever's scheme the app declares.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    ///   - accessGroup: the shared store's name.
    ///   - bundle: what the app declares; its bundle id is the ``appIdentifier``.
    ///   - dialect: whose rules hold for brokers, MSAL's or ADAL's.
    ///   - usesBroker: whether a broker may be asked; if not, any redirect URI will do that the app can receive.
    /// - Throws: `AuthError` with code `configuration`, the ``SetupFinding`` being its cause.
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
