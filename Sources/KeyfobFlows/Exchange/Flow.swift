package import Foundation
package import KeyfobCore
package import KeyfobJOSE
package import KeyfobOAuth

/// A flow as a state machine without I/O: it receives events and returns the next actions.
///
/// So all decisions of a flow can be tested with events; ``FlowDriver`` performs the actions.
package protocol Flow: Sendable {
    /// Handles an event and returns the resulting actions, in order.
    ///
    /// An unexpected event changes nothing and has no actions. After `finish` or `fail` every event is unexpected.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - now: the time of the event, by the injected clock.
    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction]
}

/// The events of a flow.
package enum FlowEvent: Sendable {
    /// The flow starts.
    case start
    /// The user agent received a redirect.
    case redirected(String)
    /// The response to the last request.
    case response(HTTPResponse)
    /// There was no response.
    case transportFailed(TransportError)
    /// The metadata of the requested authority.
    case discovered(ProviderMetadata)
    /// The issuer's keys.
    case keys(JWKSet)
    /// The wait has ended.
    case waited
    /// The user agent, the keys' server or the wait failed.
    case failed(AuthError)
}

/// The actions that a flow requests.
package enum FlowAction: Sendable {
    /// Show a page and wait for a redirect that the flow accepts.
    case present(HTTPURL)
    /// Send a request.
    case send(HTTPRequest)
    /// Discover the endpoints of another authority; its keys are used from then on.
    case discover(Authority)
    /// Store the replacement of the redeemed refresh token before anything else, even if the rest of the response is
    /// refused.
    case replaceRefreshToken(RefreshTokenSuccessor)
    /// Get the issuer's keys; fetch them again if the known ones lack one.
    case fetchKeys(refresh: Bool)
    /// Show the user the code to enter on another device.
    case prompt(UserCodePrompt)
    /// Wait for a number of seconds.
    case wait(seconds: Double)
    /// Finish with a result.
    case finish(FlowResult)
    /// Fail with an error.
    case fail(AuthError)
}

/// The refresh token that replaces a redeemed one (RFC 6749 section 6).
package struct RefreshTokenSuccessor: Sendable {
    /// The new refresh token.
    package let refreshToken: Secret<String>
    /// The family that may use it (`foci`); nil if only the client may.
    package let familyID: String?

    /// Makes a successor.
    package init(refreshToken: Secret<String>, familyID: String?) {
        self.refreshToken = refreshToken
        self.familyID = familyID
    }
}
