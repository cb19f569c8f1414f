import KeyfobBrokerProtocol
package import KeyfobCore
package import KeyfobIdPModel

/// A recommended change to a registration's redirect URIs, given when an app is registered, while a change is still
/// easy. It forbids nothing, because other providers accept such redirect URIs.
///
/// A broker, and this provider where a broker sends the request, distinguish apps by the bundle id in the redirect URI.
/// An app store gives a bundle id to one app only; any app can claim a scheme.
package struct RegistrationAdvice: Sendable, Hashable {
    /// The kind of problem.
    package enum Code: String, Sendable, CaseIterable {
        /// The redirect URI contains no bundle id, so that no broker serves it.
        case redirectWithoutBundleID
        /// It contains a bundle id other than the app's.
        case redirectOfAnotherBundle
        /// Another registration has a redirect URI of the same bundle id.
        case bundleIDOfAnotherRegistration
        /// Other apps are likely to have its scheme too.
        case schemeNotDistinctive
    }

    package let code: Code
    package let redirectURI: String
    /// The problem and its consequence.
    package let message: String
    /// The redirect URI to register instead.
    package let line: String

    /// Returns the advice on a registration.
    ///
    /// - Parameters:
    ///   - application: the registration.
    ///   - bundleIDs: the bundle ids of its apps, if the request contains them.
    ///   - others: the other registrations.
    package static func about(
        _ application: Application, bundleIDs: [String], beside others: [Application]
    ) -> [RegistrationAdvice] {
        let uris = application.redirectURIs.publicClient.filter(isOfAnApp)
        let known = bundleIDs.isEmpty ? uris.compactMap { BrokerRedirectForm($0)?.bundleID } : bundleIDs
        return uris.flatMap { uri -> [RegistrationAdvice] in
            let own = known.first ?? "BUNDLE-ID"
            guard let bundleID = BrokerRedirectForm(uri)?.bundleID else {
                let message =
                    "The redirect URI \(uri) does not contain the app's bundle id: no broker serves it, and nothing distinguishes "
                    + "the app from another one that claims its scheme."
                return [RegistrationAdvice(.redirectWithoutBundleID, uri, message, of: own)]
            }
            var advice: [RegistrationAdvice] = []
            if !known.contains(bundleID) {
                let message =
                    "The redirect URI \(uri) contains the bundle id \(bundleID), which is not the app's: a broker's response "
                    + "would go to the other app."
                advice.append(RegistrationAdvice(.redirectOfAnotherBundle, uri, message, of: own))
            } else if let other = others.first(where: { $0.names(bundleID) && $0.appID != application.appID }) {
                let message =
                    "The bundle id \(bundleID) of the redirect URI \(uri) is in the registration \(other.displayName) "
                    + "(\(other.appID)) too: one app can sign in as both clients, and only one of them is its own."
                advice.append(RegistrationAdvice(.bundleIDOfAnotherRegistration, uri, message, of: bundleID))
            }
            let scheme = uri.prefix { $0 != ":" }
            if CommonSchemes.contains(String(scheme)) {
                let message =
                    "Other apps are likely to have the scheme \(scheme) of the redirect URI \(uri) too, and Apple's "
                    + "systems do not prevent it: it is undefined which of them gets a response."
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

    /// Whether a system opens an app by this redirect URI: not one of the web, nor one that shows a code for manual
    /// copying, nor one for the return of a certificate sign-in.
    private static func isOfAnApp(_ uri: String) -> Bool {
        let lower = uri.lowercased()
        return !BrokerRedirectForm.isCertificateRedirect(lower)
            && !["http:", "https:", "urn:"].contains(where: lower.hasPrefix)
    }

    package var json: JSONValue {
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
