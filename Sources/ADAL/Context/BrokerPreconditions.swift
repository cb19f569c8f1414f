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
    /// - Throws: 501; the details of each problem contain the missing entry and its place.
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

/// Advice for errors of a context that uses no broker, where the organization's policy requires one.
enum BrokerAdvice {
    /// The server's numbers for policies on the device, or on the app as a broker attests to it.
    private static let numbers: Set<Int> = [50097, 50127, 50129, 53000, 53001, 53002, 53009]

    /// Returns the error with the missing step.
    static func add(to error: AuthError, _ type: ADCredentialsType) -> AuthError {
        let codes = error.server?.codes ?? []
        let isMeant = error.code == .deviceRegistrationRequired || codes.contains { numbers.contains(Int($0)) }
        guard type == .embedded, isMeant else { return error }
        var copy = error
        let step =
            "Only a broker can meet the policy: set the context's credentialsType to "
            + "AD_CREDENTIALS_AUTO, and set the app up for a broker."
        copy.remedy = error.remedy.map { "\($0) \(step)" } ?? step
        return copy
    }
}
