import KeyfobIdPModel

/// The classes of authentication contexts (SAML Authentication Context 2.0 section 3.4), and the methods of a sign-in
/// that match them.
enum AuthenticationContext {
    private static let prefix = "urn:oasis:names:tc:SAML:2.0:ac:classes:"
    private static let unspecified = prefix + "Unspecified"
    private static let matching: [String: Set<String>] = [
        "Password": ["pwd"], "PasswordProtectedTransport": ["pwd"],
        "X509": ["rsa"], "TLSClient": ["rsa"], "SPKI": ["rsa"], "Smartcard": ["rsa"], "SmartcardPKI": ["rsa"],
    ]

    /// The class for a response.
    ///
    /// - Parameters:
    ///   - requested: the classes of the request, one of which has to match exactly; empty for any.
    ///   - evidence: the methods of the sign-in.
    /// - Returns: nil if none matches.
    static func match(_ requested: [String], _ evidence: SignInEvidence) -> String? {
        guard requested.isEmpty else {
            return requested.first { name in
                name == unspecified
                    || name.hasPrefix(prefix)
                        && !(matching[String(name.dropFirst(prefix.count))] ?? []).isDisjoint(with: evidence.methods)
            }
        }
        if evidence.methods.contains("pwd") { return prefix + "Password" }
        return evidence.methods.contains("rsa") ? prefix + "X509" : unspecified
    }
}
