import Foundation
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobSetup

/// The preconditions of sending an app to a broker (`AD_CREDENTIALS_AUTO`), whether or not one is installed: the broker
/// responds to the redirect URI, and only the app that it names may get the response.
///
/// There are none where no URL reaches a broker: on macOS, and in a program without a bundle.
enum BrokerPreconditions {
    /// Checks a redirect URI and the app's Info.plist by the rules of `keyfob doctor`, without querying the system.
    ///
    /// - Throws: 501; the details of each fault contain the missing entry and its place.
    static func check(
        _ redirectURI: URL?, _ authority: Authority, _ host: ADHost, _ access: BrokerAccess?
    ) throws(ADAuthenticationError) {
        guard let facts = access?.facts ?? host.bundle, facts.platform == .iOS else { return }
        guard facts.bundleID?.isEmpty == false else {
            throw ADAuthenticationError(
                code: .ERROR_TOKENBROKER_INVALID_REDIRECT_URI,
                errorDetails: "The app has no bundle id, so a broker cannot identify it. Give it one.")
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
