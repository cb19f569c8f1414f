package import KeyfobCore

extension AuthError {
    /// Adds the text to paste to the error of a provider that refused the second redirect URI, to which sign-in by
    /// certificate returns, because it is not registered; returns any other error unchanged.
    ///
    /// - Parameters:
    ///   - redirectURI: the app's own, which is registered.
    ///   - dialect: the library whose rules apply for the app's declarations.
    ///   - facts: the app's declarations.
    package func namingCertificateRedirect(
        of redirectURI: String, dialect: SetupSubject.Dialect, facts: BundleFacts?
    ) -> AuthError {
        let second = BrokerRedirect.certificate(for: redirectURI)
        guard server?.codes.contains(50011) == true, server?.description?.contains("'\(second)'") == true else {
            return self
        }
        var snippets = [SetupSnippet(.registration, second)]
        var remedy =
            "Add this redirect URI to the registration next to \(redirectURI), under Mobile and desktop "
            + "applications, byte for byte: \(second)"
        if dialect == .adal, let facts, let bundleID = facts.bundleID, !facts.declares(scheme: "msauth") {
            snippets.append(.urlType("msauth", name: bundleID))
            remedy += " Declare its scheme msauth in CFBundleURLTypes of the app's Info.plist."
        }
        var error = self
        error.message = "Sign-in by certificate needs a second redirect URI, which is not registered: \(second)."
        error.remedy = remedy
        error.cause = SetupFinding(
            .certificateRedirectMissing, .error, error.message,
            meaning:
                "Users who sign in by certificate cannot return from the page that requests it; other users can.",
            remedy: remedy, snippets: snippets)
        return error
    }
}
