import KeyfobBrokerProtocol
import KeyfobCore

/// What a registration's redirect URIs should be changed in, while that is still easy: said when an app is registered. It
/// forbids nothing, for other providers take such redirect URIs too.
///
/// A broker, and this provider where a broker asks, tell apps apart by the bundle id in the redirect URI. Shops give a bundle
/// id to one app only; a scheme anybody can claim.
struct RegistrationAdvice: Sendable, Hashable {
    /// What is wrong.
    enum Code: String, Sendable {
        /// The redirect URI holds no bundle id, so that no broker answers to it.
        case redirectWithoutBundleID
        /// It holds another one than the app's.
        case redirectOfAnotherBundle
        /// Another registration has a redirect URI of the same bundle id.
        case bundleIDOfAnotherRegistration
        /// Others are likely to have its scheme too.
        case schemeNotDistinctive
    }

    let code: Code
    let redirectURI: String
    /// What is wrong, and what it means.
    let message: String
    /// The redirect URI to register in its place.
    let line: String

    /// Looks at a registration.
    ///
    /// - Parameters:
    ///   - application: what is registered.
    ///   - bundleIDs: the bundle ids of its apps, if whoever registers tells them.
    ///   - others: the other registrations.
    static func about(
        _ application: Application, bundleIDs: [String], beside others: [Application]
    ) -> [RegistrationAdvice] {
        let uris = application.redirectURIs.publicClient.filter(isOfAnApp)
        let known = bundleIDs.isEmpty ? uris.compactMap { BrokerRedirectForm($0)?.bundleID } : bundleIDs
        return uris.flatMap { uri -> [RegistrationAdvice] in
            let own = known.first ?? "BUNDLE-ID"
            guard let bundleID = BrokerRedirectForm(uri)?.bundleID else {
                let message =
                    "The redirect URI \(uri) does not hold the app's bundle id: no broker answers to it, and nothing tells "
                    + "the app from another one that claims its scheme."
                return [RegistrationAdvice(.redirectWithoutBundleID, uri, message, of: own)]
            }
            var advice: [RegistrationAdvice] = []
            if !known.contains(bundleID) {
                let message =
                    "The redirect URI \(uri) holds the bundle id \(bundleID), which is not the app's: what a broker answers "
                    + "would go to that other app."
                advice.append(RegistrationAdvice(.redirectOfAnotherBundle, uri, message, of: own))
            } else if let other = others.first(where: { $0.names(bundleID) && $0.appID != application.appID }) {
                let message =
                    "The bundle id \(bundleID) of the redirect URI \(uri) stands in the registration \(other.displayName) "
                    + "(\(other.appID)) too: one app can sign in as both, and only one of them is its own."
                advice.append(RegistrationAdvice(.bundleIDOfAnotherRegistration, uri, message, of: bundleID))
            }
            let scheme = uri.prefix { $0 != ":" }
            if CommonSchemes.contains(String(scheme)) {
                let message =
                    "Other apps are likely to have the scheme \(scheme) of the redirect URI \(uri) too, and no system of "
                    + "Apple's keeps them from it: which of them gets an answer is not settled."
                advice.append(RegistrationAdvice(.schemeNotDistinctive, uri, message, of: bundleID))
            }
            return advice
        }
    }

    private init(_ code: Code, _ redirectURI: String, _ message: String, of bundleID: String) {
        self.code = code
        self.redirectURI = redirectURI
        self.message = message
        line = "msauth.\(bundleID)://auth"
    }

    /// A redirect URI that a system opens an app by: none of the web, nor those by which codes are copied by hand and
    /// certificates come back.
    private static func isOfAnApp(_ uri: String) -> Bool {
        let lower = uri.lowercased()
        return !BrokerRedirectForm.isCertificateRedirect(lower)
            && !["http:", "https:", "urn:"].contains(where: lower.hasPrefix)
    }

    var json: JSONValue {
        [
            "code": .string(code.rawValue), "redirectUri": .string(redirectURI), "message": .string(message),
            "register": .string(line),
        ]
    }
}

extension Application {
    fileprivate func names(_ bundleID: String) -> Bool {
        redirectURIs.publicClient.contains { BrokerRedirectForm($0)?.bundleID == bundleID }
    }
}
