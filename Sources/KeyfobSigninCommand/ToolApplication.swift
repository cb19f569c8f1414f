#if Server && LinuxTransport
import Foundation
import KeyfobAsyncHTTP
import KeyfobClient
import KeyfobCommandLine
import KeyfobCore
import KeyfobFlows
import KeyfobOAuth
import KeyfobUserAgents

/// The SDK with everything that a sign-in needs.
struct ToolApplication {
    let application: PublicClientApplication
    private let transport: AsyncHTTPTransport

    init(
        _ configuration: ClientConfiguration, store options: StoreOptions, trust: TrustOptions,
        log: DiagnosticLog, browser: (any BrowserLauncher)? = nil, for purpose: ToolStore.Purpose = .use
    ) throws(AuthError) {
        let environment = ProcessInfo.processInfo.environment
        transport = try AsyncHTTPTransport(trust: TLSTrust(caFile: trust.caFile, environment: environment))
        let sending: any HTTPTransport =
            log.isTracing ? TracingTransport(transport, log, clientSecret: configuration.clientSecret) : transport
        let store = try ToolStore(
            options, authority: configuration.authority, environment: environment, for: purpose)
        var clientEnvironment = ClientEnvironment(
            transport: sending, store: store.credentials, refreshLock: store.refreshLock,
            userAgent: browser.map { browser in
                LoopbackUserAgent(browser: browser, app: "keyfob", onStray: { Output.warn($0.report) })
            }, pause: SystemPause(), log: log.client)
        clientEnvironment.serverWaits = store.serverWaits
        application = PublicClientApplication(configuration: configuration, environment: clientEnvironment)
    }

    /// Waits for background refreshes, and closes all connections.
    func close() async {
        await application.finishRefreshes()
        await transport.shutdown()
    }
}
#endif
