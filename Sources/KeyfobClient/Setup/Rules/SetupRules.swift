/// Every rule about an app's setup, in the order in which an app would meet the faults.
public enum SetupRules {
    /// What is wrong with a setup; empty if nothing is.
    public static func findings(for subject: SetupSubject) -> [SetupFinding] {
        let redirect = RedirectRules(subject)
        return redirect.findings() + QueriedSchemeRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + KeychainRules.findings(for: subject)
            + RegistrationRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + CertificateRules.findings(for: subject, redirectURI: redirect.redirectURI)
            + IntuneRules.findings(for: subject)
    }
}
