public import Foundation
import KeyfobADALClient
import KeyfobBackport
import KeyfobBrokerClient
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
public import KeyfobFlows

/// Gets tokens at one authority, for any of the app's clients and users: one object for each cloud and tenant.
///
/// The object contains only its settings; tokens are in the caches. It may be used from any task or thread. New apps
/// use `PublicClientApplication`: this class is for apps that migrate from ADAL.
#if canImport(ObjectiveC)
@objc(ADAuthenticationContext)
#endif
public final class ADAuthenticationContext: NSObject, Sendable {
    struct State: Sendable {
        var validateAuthority: Bool
        var correlationId: UUID?
        var credentialsType = ADCredentialsType.embedded
        var extendedLifetimeEnabled = false
        var useRefreshTokenForWebview = false
        var clientCapabilities: [String]?
        var userAgent: (any UserAgent)?
    }

    /// The app's views, over or in which the page is shown.
    let views = Mutex(ADViews())
    let core: Authority
    let client: ADALClient
    let environment: ClientEnvironment
    let host: ADHost
    let state: Mutex<State>
    let component = ADLogComponent()

    init(
        core: Authority, validateAuthority: Bool, environment: ClientEnvironment, host: ADHost
    ) {
        self.core = core
        self.host = host
        state = Mutex(State(validateAuthority: validateAuthority))
        var environment = environment
        environment.logListeners.append(component.listener)
        if environment.adalCache == nil { environment.adalCache = InMemoryADALCache() }
        environment.broker = environment.broker.map { access in
            var access = access
            access.opener = NotifyingOpener(base: access.opener)
            access.app.sdkName = "iOS"
            access.app.sdkVersion = Self.brokerVersion
            return access
        }
        self.environment = environment
        let seconds = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
        client = ADALClient(environment: environment, transportTimeout: seconds)
        super.init()
        ADBrokeredClients.current.add(client)
        if let urls = environment.broker?.urls { ADBrokeredClients.current.listen(to: urls) }
    }

    /// The version of ADAL that brokers get: the one with this interface and these requests. Since 2.7.14 requests have
    /// a nonce, which the responses repeat.
    private static let brokerVersion = "2.7.15"

    /// The authority: `https://HOST/TENANT`, in lower case and without a trailing slash.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authority: String { core.description }

    /// Whether an unknown authority is validated before anything is sent to it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var validateAuthority: Bool {
        get { state.withLock { $0.validateAuthority } }
        set { state.withLock { $0.validateAuthority = newValue } }
    }

    /// The correlation id of calls in the server's log; nil generates one for each call.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var correlationId: UUID? {
        get { state.withLock { $0.correlationId } }
        set { state.withLock { $0.correlationId = newValue } }
    }

    /// Whether a broker may be used; `AD_CREDENTIALS_EMBEDDED` unless set, as in every version of ADAL.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var credentialsType: ADCredentialsType {
        get { state.withLock { $0.credentialsType } }
        set { state.withLock { $0.credentialsType = newValue } }
    }

    /// A name that is part of each log message.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var logComponent: String? {
        get { component.name }
        set { component.name = newValue }
    }

    /// Whether a token past its expiry, but within the longer one that the server allows for an outage, is returned
    /// while the server is down.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var extendedLifetimeEnabled: Bool {
        get { state.withLock { $0.extendedLifetimeEnabled } }
        set { state.withLock { $0.extendedLifetimeEnabled = newValue } }
    }

    /// Has no effect, and is kept for source compatibility: no page gets a refresh token.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var useRefreshTokenForWebview: Bool {
        get { state.withLock { $0.useRefreshTokenForWebview } }
        set { state.withLock { $0.useRefreshTokenForWebview = newValue } }
    }

    /// The capabilities of the app, as `xms_cc` values; `CP1` means claims challenges.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var clientCapabilities: [String]? {
        get { state.withLock { $0.clientCapabilities } }
        set { state.withLock { $0.clientCapabilities = newValue } }
    }

    /// Shows the sign-in pages in place of the platform's browser: an embedded web view, or a test's script. The
    /// counterpart of `webView` on platforms with such views.
    public var webUserAgent: (any UserAgent)? {
        get { state.withLock { $0.userAgent } }
        set { state.withLock { $0.userAgent = newValue } }
    }
}
