public import Foundation
import KeyfobBrokerProtocol
import KeyfobCache
import KeyfobClient
import KeyfobCore
public import KeyfobFlows
import Synchronization

/// Gets tokens at one authority, for any of the app's clients and users: one object for each cloud and tenant.
///
/// The object keeps nothing but its own settings; tokens are in the caches. It may be used from any task or thread.
/// New apps use `PublicClientApplication`: this class is for those that come from ADAL.
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
    let client: V1Client
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
        if environment.legacyCache == nil { environment.legacyCache = InMemoryLegacyTokenCache() }
        environment.broker = environment.broker.map { access in
            var access = access
            access.opener = NotifyingOpener(base: access.opener)
            access.app.sdkName = "iOS"
            access.app.sdkVersion = Self.brokerVersion
            return access
        }
        self.environment = environment
        let seconds = Double(ADAuthenticationSettings.sharedInstance().requestTimeOut)
        client = V1Client(environment: environment, transportTimeout: seconds)
        super.init()
        ADBrokeredClients.current.add(client)
        if let urls = environment.broker?.urls { ADBrokeredClients.current.listen(to: urls) }
    }

    /// Which ADAL a broker is told that it speaks with: one whose interface and whose requests these are. Since 2.7.14 they
    /// have had a nonce, and the answers repeat it.
    private static let brokerVersion = "2.7.15"

    /// The authority: `https://HOST/TENANT`, in lower case and without a slash at its end.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var authority: String { core.description }

    /// Whether an authority that is not known is asked about before anything is sent to it.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var validateAuthority: Bool {
        get { state.withLock { $0.validateAuthority } }
        set { state.withLock { $0.validateAuthority = newValue } }
    }

    /// What ties calls to the server's log; nil makes one up for each call.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var correlationId: UUID? {
        get { state.withLock { $0.correlationId } }
        set { state.withLock { $0.correlationId = newValue } }
    }

    /// Whether a broker may be asked; `AD_CREDENTIALS_EMBEDDED` unless set, as in every version of ADAL.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var credentialsType: ADCredentialsType {
        get { state.withLock { $0.credentialsType } }
        set { state.withLock { $0.credentialsType = newValue } }
    }

    /// A name that stands in each message of the log.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var logComponent: String? {
        get { component.name }
        set { component.name = newValue }
    }

    /// Whether a token past its expiry, but within the longer one that the server allows for an outage, is handed out
    /// while the server is down.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var extendedLifetimeEnabled: Bool {
        get { state.withLock { $0.extendedLifetimeEnabled } }
        set { state.withLock { $0.extendedLifetimeEnabled = newValue } }
    }

    /// Kept for source that sets it, and without effect: no refresh token is handed to a page.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var useRefreshTokenForWebview: Bool {
        get { state.withLock { $0.useRefreshTokenForWebview } }
        set { state.withLock { $0.useRefreshTokenForWebview = newValue } }
    }

    /// What the app can handle, as `xms_cc` values; `CP1` means claims challenges.
    #if canImport(ObjectiveC)
    @objc
    #endif
    public var clientCapabilities: [String]? {
        get { state.withLock { $0.clientCapabilities } }
        set { state.withLock { $0.clientCapabilities = newValue } }
    }

    /// Shows the sign-in pages in the place of the platform's browser: an embedded web view, a test's script. What
    /// `webView` is where there are such views.
    public var webUserAgent: (any UserAgent)? {
        get { state.withLock { $0.userAgent } }
        set { state.withLock { $0.userAgent = newValue } }
    }
}
