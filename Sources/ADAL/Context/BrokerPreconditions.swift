import Foundation
import KeyfobBrokerProtocol
import KeyfobClient
import KeyfobCore

/// What has to hold before an app may be sent to a broker (`AD_CREDENTIALS_AUTO`), whether or not one is there: the
/// broker answers by the redirect URI, and only the app that it names may get the answer.
///
/// Nothing has to hold where no URL reaches a broker: on macOS, and of a program without a bundle.
enum BrokerPreconditions {
    /// Checks a redirect URI and the app's Info.plist by the rules of `keyfob doctor`. The system is asked nothing.
    ///
    /// - Throws: 501, each fault with sentences of its own that say what to add where.
    static func check(
        _ redirectURI: URL?, _ authority: Authority, _ host: ADHost, _ access: BrokerAccess?
    ) throws(ADAuthenticationError) {
        guard let facts = access?.facts ?? host.bundle, facts.platform == .iOS else { return }
        guard facts.bundleID?.isEmpty == false else {
            throw ADAuthenticationError(
                code: .ERROR_TOKENBROKER_INVALID_REDIRECT_URI,
                errorDetails: "The app has no bundle id, so a broker cannot tell it from others. Give it one.")
        }
        var inputs = BrokerInputs(
            use: .automatic, facts: facts, redirectURI: redirectURI?.absoluteString ?? "", authority: authority)
        inputs.dialect = .adal
        inputs.schemes = access?.identity.schemes ?? .microsoft
        guard let fault = inputs.setupFault else { return }
        throw ADAuthenticationError(
            domain: ADAuthenticationErrorDomain, number: ADErrorCode.ERROR_TOKENBROKER_INVALID_REDIRECT_URI.rawValue,
            protocolCode: nil, userInfo: [:], authError: fault.authError)
    }
}
