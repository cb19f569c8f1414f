public import KeyfobBrokerClient
public import KeyfobCore
import KeyfobFlows
public import KeyfobJOSE
package import KeyfobOAuth
public import KeyfobSetup

/// The configuration of an app: its registration, where its users sign in, and which store it shares.
///
/// The apps of one suite use the same ``clientID`` and the same ``accessGroup``, and each its own ``redirectURI``.
/// A value: changing a copy later does not change an application that was made with it.
public struct ClientConfiguration: Sendable {
    /// The application (client) id of the registration (RFC 6749 section 2.2).
    public let clientID: String
    /// Where the identity provider sends its response. It distinguishes the apps of one registration.
    public let redirectURI: RedirectURI
    /// Where users sign in if a call names no authority.
    public let authority: Authority
    /// The credential store that this app shares with its suite.
    public let accessGroup: AccessGroup
    /// The identifier that distinguishes this app from the others of its client id when an account is removed: its
    /// bundle id, or else its redirect URI.
    public let appIdentifier: String
    /// The app's capabilities, as `xms_cc` values; `CP1` means claims challenges (continuous access evaluation).
    public var capabilities: [String] = []
    /// Seconds before its expiry at which a cached access token is no longer returned as valid. A negative number
    /// counts as 0, NaN as the default.
    public var tokenExpirationBuffer: Double = 300
    /// Whether a token past its expiry, but within the server's `ext_expires_in`, is returned while the server is down.
    public var extendedLifetimeEnabled = false
    /// Authorities whose hosts the app trusts. Such a host itself is asked for its other names (instance discovery),
    /// and the public cloud need not confirm it. No feature is switched off.
    public var knownAuthorities: [Authority] = []
    /// Whether the public cloud has to confirm the host of a work, school or personal authority that is neither of a
    /// known cloud nor among ``knownAuthorities``, as in MSAL; a B2C host has to be a known one then.
    public var validatesAuthorities = false
    /// Further clouds: hosts that are aliases of one another, known without asking a server.
    public var clouds: [Cloud] = []
    /// Whether users of other clouds may sign in at the authority (`instance_aware`): their tokens then come from their
    /// home cloud, if it is a known one.
    public var multipleCloudsSupported = false
    /// Seconds that one HTTP exchange of the transport may take. A call that waits for another caller's refresh gives
    /// up five seconds after that.
    public var transportTimeout: Double = 30
    /// Whether a broker is asked, if the environment has one and the redirect URI is one that brokers accept. A call
    /// may override it.
    public var brokerUse = BrokerUse.automatic
    /// Findings about the app's setup that do not make a sign-in fail, if the bundle was given.
    public internal(set) var setupWarnings: [SetupFinding] = []

    /// The algorithm of the key that tokens with a proof of possession are bound to. The Microsoft identity platform's
    /// own libraries use RSA; a P-256 key is faster to create.
    public var proofKeyAlgorithm: SignatureAlgorithm = .rs256
    /// The secret of a registration at an OpenID provider that gives one to installed apps too, as Google does (RFC 8252
    /// section 8.5). It is sent to no other kind of provider. Anyone who has the app can read it: it proves nothing.
    public var clientSecret: Secret<String>?
    /// The part of the service that requests are sent to, for its operators' tests: `slice` and `dc` of every request.
    public var slice: ServiceSlice?
    /// How many times a request is repeated that could not be sent or that failed at the server, if the platform's
    /// transport is used; 0 for never.
    public var retryCount = 1
    /// Seconds between two attempts.
    public var retryInterval: Double = 0.5

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - clientID: the application (client) id, as the registration shows it.
    ///   - redirectURI: exactly as registered; nil means `http://localhost`, the loopback redirect of RFC 8252 section
    ///     7.3, and in an app on iOS or visionOS `msauth.BUNDLE-ID://auth`, as in MSAL.
    ///   - authority: nil means `https://login.microsoftonline.com/common`.
    ///   - accessGroup: the shared store's name.
    ///   - appIdentifier: the app's bundle id; nil means the redirect URI.
    /// - Throws: `AuthError` with code `configuration` if the client id is empty or has characters that a client id
    ///   cannot have (RFC 6749 appendix A.1).
    public init(
        clientID: String, redirectURI: RedirectURI? = nil, authority: Authority? = nil,
        accessGroup: AccessGroup = .standard, appIdentifier: String? = nil
    ) throws(AuthError) {
        guard (1...256).contains(clientID.utf8.count), clientID.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .configuration(
                "The client id is empty or has characters that a client id cannot have.",
                remedy: "Pass the application (client) id exactly as the app's registration shows it.")
        }
        #if canImport(Darwin)
        let standard = try Self.standardRedirectURI(of: BundleFacts.main)
        #else
        let standard = try Self.standardRedirectURI(of: nil)
        #endif
        let redirectURI = redirectURI ?? standard
        let appIdentifier = appIdentifier ?? redirectURI.value
        guard !appIdentifier.isEmpty else {
            throw .configuration("The app identifier is empty.", remedy: "Pass the app's bundle id, or nil.")
        }
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.authority = authority ?? Authority(environment: "login.microsoftonline.com", tenant: "common")
        self.accessGroup = accessGroup
        self.appIdentifier = appIdentifier
    }

    /// The redirect URI of an app that names none.
    ///
    /// On iOS and visionOS it has the app's own scheme: the system's sign-in sheet receives no loopback redirect, and an
    /// app cannot listen while the browser is in front.
    package static func standardRedirectURI(of bundle: BundleFacts?) throws(AuthError) -> RedirectURI {
        guard let bundle, bundle.platform == .iOS, let bundleID = bundle.bundleID else {
            return try RedirectURI("http://localhost")
        }
        return try RedirectURI("msauth.\(bundleID)://auth")
    }

    /// The trust in hosts that the app configures.
    var authorityTrust: AuthorityTrust {
        var trust = AuthorityTrust()
        trust.knownHosts = Set(knownAuthorities.map(\.environment))
        trust.clouds = clouds
        trust.validatesHosts = validatesAuthorities
        return trust
    }

    /// ``tokenExpirationBuffer`` in whole seconds, rounded up.
    var bufferSeconds: Int64 {
        tokenExpirationBuffer.isNaN ? 300 : max(0, Int64(clamping: tokenExpirationBuffer.rounded(.up)))
    }

    /// Seconds after which a call stops waiting for a refresh that another process has under way.
    var refreshWaitLimit: Double { Self.refreshWaitLimit(transportTimeout) }

    package static func refreshWaitLimit(_ transportTimeout: Double) -> Double {
        (transportTimeout.isNaN ? 30 : min(max(transportTimeout, 0), 3600)) + 5
    }
}

extension ClientConfiguration {
    /// The query of token requests, without the app's parameters that would repeat or contradict the body.
    func tokenQuery(_ extra: [String: String]) -> FormParameters { query(extra).without(TokenRequest.names) }

    /// The query of requests to the service: its slice, and the app's parameters.
    func query(_ extra: [String: String]) -> FormParameters {
        var out = slice?.parameters ?? FormParameters()
        for (name, value) in extra.sorted(by: { $0.key < $1.key }) { out.set(name, value) }
        return out
    }
}

/// A part of the identity service that requests are sent to, for tests of the service's operators.
public struct ServiceSlice: Sendable, Hashable {
    /// `slice`
    public var slice: String?
    /// `dc`: the data centre.
    public var dataCenter: String?

    /// Makes a value.
    public init(slice: String? = nil, dataCenter: String? = nil) {
        self.slice = slice
        self.dataCenter = dataCenter
    }

    /// The parameters that are added to every request.
    package var parameters: FormParameters {
        var out = FormParameters()
        out.set("slice", ifPresent: slice)
        out.set("dc", ifPresent: dataCenter)
        return out
    }
}
