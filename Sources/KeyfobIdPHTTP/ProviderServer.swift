#if Server
public import KeyfobCore
public import KeyfobOAuth
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// Carries an identity provider's bytes: HTTP/1.1 over TLS, to and from a function of messages.
///
/// It knows nothing of identity. What is malformed, too large or meant for another host is answered here; all the
/// rest reaches the handler as a request with an absolute URL and its whole body.
public struct ProviderServer: Sendable {
    /// What answers a request; nil closes the connection instead.
    public typealias Handler = @Sendable (KeyfobOAuth.HTTPRequest) async -> KeyfobOAuth.HTTPResponse?

    /// What answers a request and has to know who is at the other end of its connection.
    public typealias PeerHandler =
        @Sendable (_ request: KeyfobOAuth.HTTPRequest, _ peer: ConnectionPeer) async -> KeyfobOAuth.HTTPResponse?

    let identity: ServerIdentity
    let namedIdentity: ServerIdentity?
    let exchange: Exchange

    /// Makes a server; it listens when ``start(host:port:)`` is called.
    ///
    /// - Parameters:
    ///   - identity: the certificate that clients are shown, and its key.
    ///   - namedIdentity: what clients are shown instead that name the host they want (RFC 6066 section 3), which no
    ///     client does for an address. It should hold no addresses: BoringSSL implements no name constraints on them
    ///     (RFC 5280 section 4.2.1.10), and refuses every certificate that has one under an authority that has those.
    ///   - hosts: the host names that requests may name, in lower case, IPv6 literals in brackets; others are
    ///     answered with 421, so that no foreign name that resolves to loopback becomes an alias of the provider.
    ///   - limits: how much is taken from one client.
    ///   - clock: gives the `Date` of each response (RFC 9110 section 6.6.1).
    ///   - handler: answers the requests.
    public init(
        identity: ServerIdentity, namedIdentity: ServerIdentity? = nil, hosts: Set<String>,
        limits: ServerLimits = .standard, clock: any WallClock, handler: @escaping Handler
    ) {
        self.init(
            identity: identity, namedIdentity: namedIdentity, hosts: hosts, limits: limits, clock: clock,
            asksForCertificate: false
        ) { request, _ in await handler(request) }
    }

    /// Makes a server whose handler learns who is at the other end.
    ///
    /// All else is as in the other initializer.
    ///
    /// - Parameters:
    ///   - identity: the certificate that clients are shown, and its key.
    ///   - namedIdentity: what clients are shown instead that name the host they want.
    ///   - hosts: the host names that requests may name.
    ///   - publicPorts: the ports that requests may name beside the one on which the server listens: those of a proxy, or of
    ///     a container's host.
    ///   - limits: how much is taken from one client.
    ///   - clock: gives the `Date` of each response.
    ///   - asksForCertificate: whether connections ask for the peer's certificate; peers without one are accepted too.
    ///   - peerHandler: answers the requests.
    public init(
        identity: ServerIdentity, namedIdentity: ServerIdentity? = nil, hosts: Set<String>,
        publicPorts: Set<Int> = [], limits: ServerLimits = .standard, clock: any WallClock, asksForCertificate: Bool,
        peerHandler: @escaping PeerHandler
    ) {
        self.identity = identity
        self.namedIdentity = namedIdentity
        exchange = Exchange(
            hosts: hosts, publicPorts: publicPorts, limits: limits, clock: clock,
            asksForCertificate: asksForCertificate, handler: peerHandler)
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - host: the address or name to listen on. For `127.0.0.1` and `localhost` the server listens on `::1`
    ///     too, where the machine has it: a browser may try either first.
    ///   - port: the port; 0 takes a free one, the same for both addresses.
    /// - Returns: the running server, which already accepts connections.
    /// - Throws: ``ListenError``, with a description for people.
    public func start(host: String, port: Int) async throws(ListenError) -> RunningServer {
        let isLoopback = host == "127.0.0.1" || host == "localhost"
        let first = isLoopback ? "127.0.0.1" : host
        // A free port of one address may be taken on the other: then another one is tried, a few times.
        var attempt = 1
        while true {
            let listener = try await Listener.start(address: first, port: port, server: self)
            guard isLoopback else { return RunningServer(listeners: [listener]) }
            do throws(ListenError) {
                let second = try await Listener.start(address: "::1", port: listener.port, server: self)
                return RunningServer(listeners: [listener, second])
            } catch {
                if error.reason == .noSuchAddress { return RunningServer(listeners: [listener]) }
                await listener.stop()
                if port != 0 || error.reason != .addressInUse || attempt == 20 { throw error }
                attempt += 1
            }
        }
    }

    func channel() throws(ListenError) -> GuardedChannel<TLSChannel<HTTP1Channel>> {
        GuardedChannel(base: try tlsChannel(), gate: exchange.gate, limits: exchange.limits)
    }

    private func tlsChannel() throws(ListenError) -> TLSChannel<HTTP1Channel> {
        do {
            let shown = try identity.sources()
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: shown.certificates, privateKey: shown.key)
            if let named = try namedIdentity?.sources() {
                tls.sslContextCallback = { client, promise in
                    var choice = NIOSSLContextConfigurationOverride.noChanges
                    if client.serverHostname != nil {
                        choice.certificateChain = named.certificates
                        choice.privateKey = named.key
                    }
                    promise.succeed(choice)
                }
            }
            tls.minimumTLSVersion = .tlsv12
            tls.applicationProtocols = ["http/1.1"]
            // A client that has gone, or still sends what nobody reads, never says goodbye; do not wait for it long.
            tls.shutdownTimeout = .milliseconds(500)
            guard exchange.asksForCertificate else { return try TLSChannel(http(), tlsConfiguration: tls) }
            tls.certificateVerification = .optionalVerification
            // Which authorities count is each tenant's, and judged above; here every certificate passes whose key the
            // peer proves to hold, which BoringSSL checks whatever this says.
            return try TLSChannel(
                http(),
                configuration: TLSChannelConfiguration(tlsConfiguration: tls) { _, promise in
                    promise.succeed(.certificateVerified)
                })
        } catch {
            throw ListenError(.badIdentity, "The server's certificate or its key cannot be used: \(error)")
        }
    }

    private func http() -> HTTP1Channel {
        let limits = exchange.limits
        let configuration = HTTP1Channel.Configuration(
            idleTimeout: .seconds(Int64(limits.idleSeconds)),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
                maxHeaderFieldCount: limits.headerCount))
        return HTTP1Channel(
            responder: { [exchange] request, writer, channel in
                try await exchange.respond(to: request, with: writer, on: channel)
            }, configuration: configuration)
    }
}

extension ServerIdentity {
    fileprivate func sources() throws -> (certificates: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource) {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificatePEM.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(privateKeyPEM.utf8), format: .pem)
        return (certificates.map { .certificate($0) }, .privateKey(key))
    }
}
#endif
