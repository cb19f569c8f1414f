extension AuthError {
    /// The kind of a failure.
    ///
    /// A struct with static members, so that a later version can add one without breaking a `switch`. An app must
    /// handle only ``interactionRequired`` and ``serverDeclinedScopes``; one handler can take all others.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name, as `--json` prints it.
        public let rawValue: String
        /// Makes a code from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stable name.
        public var description: String { rawValue }

        /// The codes of this version. Every code is made from one of these, so that ``all`` is complete.
        private enum Known: String, CaseIterable {
            case interactionRequired, serverDeclinedScopes, userCanceled, network
            case server, throttled, invalidResponse, configuration
            case storeLocked, storeUnavailable, ambiguousAccount, accountMismatch
            case userAgentUnavailable, protectionPoliciesRequired, deviceRegistrationRequired, brokerFailed
            case canceled
        }

        private init(_ known: Known) { rawValue = known.rawValue }

        /// Every code of this version.
        package static let all = Known.allCases.map { Code($0) }

        /// The user has to sign in again: call `acquireToken`.
        public static let interactionRequired = Code(.interactionRequired)
        /// The sign-in succeeded, but the server declined some of the scopes.
        public static let serverDeclinedScopes = Code(.serverDeclinedScopes)
        /// The user went back, closed the browser or declined.
        public static let userCanceled = Code(.userCanceled)
        /// The server could not be reached, or did not respond in time.
        public static let network = Code(.network)
        /// The server returned an error that signing in does not fix.
        public static let server = Code(.server)
        /// The server requests a delay; see ``AuthError/retryAfter``.
        public static let throttled = Code(.throttled)
        /// The server's response cannot be trusted or parsed.
        public static let invalidResponse = Code(.invalidResponse)
        /// The app, its registration or its arguments are wrong.
        public static let configuration = Code(.configuration)
        /// The key of the credential store is not accessible.
        public static let storeLocked = Code(.storeLocked)
        /// The credential store cannot be read or written.
        public static let storeUnavailable = Code(.storeUnavailable)
        /// Several accounts match where one was requested.
        public static let ambiguousAccount = Code(.ambiguousAccount)
        /// The user signed in with another account than the one requested.
        public static let accountMismatch = Code(.accountMismatch)
        /// The user agent could not be started.
        public static let userAgentUnavailable = Code(.userAgentUnavailable)
        /// The organization admits only apps that apply its app protection policies (Intune), and this app applies
        /// none: protect the user's data with the Intune App SDK, then try again.
        public static let protectionPoliciesRequired = Code(.protectionPoliciesRequired)
        /// The organization admits only registered devices, and only a broker can register this one.
        public static let deviceRegistrationRequired = Code(.deviceRegistrationRequired)
        /// The broker could not be reached, did not respond, or its response does not match the request.
        public static let brokerFailed = Code(.brokerFailed)
        /// The app cancelled the call.
        public static let canceled = Code(.canceled)
    }

    /// The pattern for `catch AuthError.interactionRequired`.
    public static var interactionRequired: Code { .interactionRequired }
    /// The pattern for `catch AuthError.serverDeclinedScopes`.
    public static var serverDeclinedScopes: Code { .serverDeclinedScopes }
    /// The pattern for `catch AuthError.userCanceled`.
    public static var userCanceled: Code { .userCanceled }
    /// The pattern for `catch AuthError.network`.
    public static var network: Code { .network }
    /// The pattern for `catch AuthError.server`.
    public static var server: Code { .server }
    /// The pattern for `catch AuthError.throttled`.
    public static var throttled: Code { .throttled }
    /// The pattern for `catch AuthError.invalidResponse`.
    public static var invalidResponse: Code { .invalidResponse }
    /// The pattern for `catch AuthError.configuration`.
    public static var configuration: Code { .configuration }
    /// The pattern for `catch AuthError.storeLocked`.
    public static var storeLocked: Code { .storeLocked }
    /// The pattern for `catch AuthError.storeUnavailable`.
    public static var storeUnavailable: Code { .storeUnavailable }
    /// The pattern for `catch AuthError.accountMismatch`.
    public static var accountMismatch: Code { .accountMismatch }
    /// The pattern for `catch AuthError.ambiguousAccount`.
    public static var ambiguousAccount: Code { .ambiguousAccount }
    /// The pattern for `catch AuthError.userAgentUnavailable`.
    public static var userAgentUnavailable: Code { .userAgentUnavailable }
    /// The pattern for `catch AuthError.protectionPoliciesRequired`.
    public static var protectionPoliciesRequired: Code { .protectionPoliciesRequired }
    /// The pattern for `catch AuthError.deviceRegistrationRequired`.
    public static var deviceRegistrationRequired: Code { .deviceRegistrationRequired }
    /// The pattern for `catch AuthError.brokerFailed`.
    public static var brokerFailed: Code { .brokerFailed }
    /// The pattern for `catch AuthError.canceled`.
    public static var canceled: Code { .canceled }
}

/// Matches an error by its code in a `catch` or `case`.
public func ~= (pattern: AuthError.Code, error: any Error) -> Bool {
    (error as? AuthError)?.code == pattern
}
