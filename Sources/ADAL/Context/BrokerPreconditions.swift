import Foundation
import KeyfobClient

/// What has to hold before an app may be sent to a broker (`AD_CREDENTIALS_AUTO`), whether or not one is there: the
/// broker answers by the redirect URI, and only the app that it names may get the answer.
enum BrokerPreconditions {
    /// Checks a redirect URI and the app's Info.plist by the rules of `keyfob doctor`, then asks the system.
    ///
    /// - Throws: 501, each fault with sentences of its own that say what to add where.
    static func check(_ redirectURI: URL?, _ host: ADHost) throws(ADAuthenticationError) {
        guard let facts = host.bundle, host.appIdentifier != nil else {
            throw invalid("The app has no bundle id, so a broker cannot tell it from others. Give it one.")
        }
        var subject = SetupSubject(facts: facts)
        subject.dialect = .adal
        subject.redirectURI = redirectURI?.absoluteString ?? ""
        if let fault = RedirectRules(subject).findings().first(where: { $0.severity == .error }) {
            throw invalid(fault)
        }
        let presence = BrokerPresence.detect(facts, dialect: .adal) { text in
            URL(string: text).map(host.canOpenURL) ?? false
        }
        guard case .notDeclared(let scheme) = presence else { return }
        throw invalid(
            SetupFinding(
                .queriedSchemeMissing, .error, "The scheme \(scheme) is not declared in LSApplicationQueriesSchemes.",
                meaning: "The app may not ask whether a broker is there: iOS would always say no.",
                remedy: "Add \(scheme) to LSApplicationQueriesSchemes in Info.plist."))
    }

    private static func invalid(_ fault: SetupFinding) -> ADAuthenticationError {
        ADAuthenticationError(
            domain: ADAuthenticationErrorDomain, number: ADErrorCode.ERROR_TOKENBROKER_INVALID_REDIRECT_URI.rawValue,
            protocolCode: nil, userInfo: [:], authError: fault.authError)
    }

    private static func invalid(_ details: String) -> ADAuthenticationError {
        ADAuthenticationError(code: .ERROR_TOKENBROKER_INVALID_REDIRECT_URI, errorDetails: details)
    }
}
