/// All rules for an app's setup, in the order in which an app would run into the faults.
public enum SetupRules {
    /// The faults of a setup; empty if there are none.
    public static func findings(for subject: SetupSubject) -> [SetupFinding] {
        let redirect = RedirectRules(subject)
        return redirect.findings() + QueriedSchemeRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + KeychainRules.findings(for: subject)
            + RegistrationRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + CertificateRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + IntuneRules.findings(for: subject)
    }
}
