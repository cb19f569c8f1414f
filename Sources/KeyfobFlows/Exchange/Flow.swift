public import Foundation
public import KeyfobCore
public import KeyfobJOSE
public import KeyfobOAuth

/// A flow as a state machine that does no I/O: it is told what happened and says what to do next.
///
/// Everything that a flow decides can so be tested by feeding it events; ``FlowDriver`` performs the actions.
public protocol Flow: Sendable {
    /// Takes an event and returns the actions that it leads to, in order.
    ///
    /// An event out of turn changes nothing and leads to no action. After `finish` or `fail` every event is out of
    /// turn.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - now: when it did, by the injected clock.
    mutating func handle(_ event: FlowEvent, at now: Date) -> [FlowAction]
}

/// What can happen to a flow.
public enum FlowEvent: Sendable {
    /// It begins.
    case start
    /// The user agent brought back a redirect.
    case redirected(String)
    /// A response came to the request that was sent last.
    case response(HTTPResponse)
    /// No response came.
    case transportFailed(TransportError)
    /// The metadata of the authority that was asked for is known.
    case discovered(ProviderMetadata)
    /// The issuer's keys were fetched.
    case keys(JWKSet)
    /// The wait is over.
    case waited
    /// What the flow stands on failed: the user agent, the keys' server, the wait.
    case failed(AuthError)
}

/// What a flow wants to have done.
public enum FlowAction: Sendable {
    /// Show a page and wait for a redirect that the flow accepts.
    case present(HTTPURL)
    /// Send a request.
    case send(HTTPRequest)
    /// Find out the endpoints of another authority than the one that the flow began with; its keys count from then on.
    case discover(Authority)
    /// The refresh token that was spent has a successor: keep it in its place before anything else, whatever becomes of what
    /// came with it.
    case replaceRefreshToken(RefreshTokenSuccessor)
    /// Get the issuer's keys; afresh if those that were given lack one.
    case fetchKeys(refresh: Bool)
    /// Show the person the code to enter on another device.
    case prompt(UserCodePrompt)
    /// Wait so many seconds.
    case wait(seconds: Double)
    /// The flow has its result.
    case finish(FlowResult)
    /// The flow has failed.
    case fail(AuthError)
}

/// What a token endpoint gives in place of a refresh token that was spent (RFC 6749 section 6).
public struct RefreshTokenSuccessor: Sendable {
    /// The new refresh token.
    public let refreshToken: Secret<String>
    /// The family that may use it (`foci`); nil if only the client may.
    public let familyID: String?

    /// Makes a successor.
    public init(refreshToken: Secret<String>, familyID: String?) {
        self.refreshToken = refreshToken
        self.familyID = familyID
    }
}
