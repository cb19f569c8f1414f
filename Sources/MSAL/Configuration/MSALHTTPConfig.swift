public import Foundation
public import KeyfobOAuth
import Synchronization

/// The HTTP settings of applications that are made afterwards.
#if canImport(ObjectiveC)
@objc(MSALHTTPConfig)
@objcMembers
#endif
open class MSALHTTPConfig: NSObject, @unchecked Sendable {
    private struct State {
        var retryCount = 1
        var retryInterval: TimeInterval = 0.5
        var timeout: TimeInterval = 300
        var transport: (any HTTPTransport)?
    }

    private let state = Mutex(State())

    override init() { super.init() }

    /// How often a request is sent again after a 5xx response or a failure to send it; 1 by default.
    open var retryCount: Int {
        get { state.withLock { $0.retryCount } }
        set { state.withLock { $0.retryCount = newValue } }
    }

    /// Seconds between two attempts; 0.5 by default.
    open var retryInterval: TimeInterval {
        get { state.withLock { $0.retryInterval } }
        set { state.withLock { $0.retryInterval = newValue } }
    }

    /// Seconds that a request may take; 300 by default.
    open var timeoutIntervalForRequest: TimeInterval {
        get { state.withLock { $0.timeout } }
        set { state.withLock { $0.timeout = newValue } }
    }

    /// The transport that sends the requests; nil, the default, means `URLSession` with the system's proxies and trust.
    /// An addition to MSAL, for apps with a private certificate authority, with client certificates, or with a custom
    /// session.
    open var transport: (any HTTPTransport)? {
        get { state.withLock { $0.transport } }
        set { state.withLock { $0.transport = newValue } }
    }
}
