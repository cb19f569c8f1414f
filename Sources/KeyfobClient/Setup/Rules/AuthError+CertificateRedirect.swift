import KeyfobCore

extension AuthError {
    /// The error with what to paste, where a provider has refused the second redirect URI, which sign-in by certificate
    /// comes back at, because it is not registered; any other error as it is.
    ///
    /// - Parameters:
    ///   - redirectURI: the app's own, which is registered.
    ///   - dialect: whose rules hold about what the app has to declare.
    ///   - facts: what the app declares.
    func namingCertificateRedirect(
        of redirectURI: String, dialect: SetupSubject.Dialect, facts: BundleFacts?
    ) -> AuthError {
        let second = BrokerRedirect.certificate(for: redirectURI)
        guard server?.codes.contains(50011) == true, server?.description?.contains("'\(second)'") == true else {
            return self
        }
        var snippets = [SetupSnippet(.registration, second)]
        var remedy =
            "Add this redirect URI to the registration beside \(redirectURI), under Mobile and desktop "
            + "applications, byte for byte: \(second)"
        if dialect == .adal, let facts, let bundleID = facts.bundleID, !facts.declares(scheme: "msauth") {
            snippets.append(.urlType("msauth", name: bundleID))
            remedy += " And declare its scheme msauth in CFBundleURLTypes of the app's Info.plist."
        }
        var error = self
        error.message = "Sign-in by certificate needs a second redirect URI, which is not registered: \(second)."
        error.remedy = remedy
        error.cause = SetupFinding(
            .certificateRedirectMissing, .error, error.message,
            meaning:
                "People who sign in by certificate cannot come back from where they present it; everyone else can.",
            remedy: remedy, snippets: snippets)
        return error
    }
}
