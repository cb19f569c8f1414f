#if Server
import HummingbirdCore
import HummingbirdTLS
package import KeyfobCore
package import KeyfobOAuth
package import Logging
import NIOCore
import NIOPosix
import NIOSSL

/// Serves an identity provider over HTTP/1.1 and TLS: reads requests, calls a handler, writes its responses.
///
/// It contains no identity logic. It refuses requests that are malformed, too large or meant for another host; all
/// others reach the handler with an absolute URL and the whole body.
package struct ProviderServer: Sendable {
    /// A function that responds to a request; nil closes the connection instead.
    package typealias Handler = @Sendable (KeyfobOAuth.HTTPRequest) async -> KeyfobOAuth.HTTPResponse?

    /// A function that responds to a request and uses the peer of its connection.
    package typealias PeerHandler =
        @Sendable (_ request: KeyfobOAuth.HTTPRequest, _ peer: ConnectionPeer) async -> KeyfobOAuth.HTTPResponse?

    /// The largest body, in bytes, of a request whose head alone was read.
    package typealias BodyLimit = @Sendable (_ head: KeyfobOAuth.HTTPRequest) -> Int

    let identity: ServerIdentity
    let namedIdentity: ServerIdentity?
    let exchange: Exchange
    private let logger: Logger?

    /// Makes a server; it listens when ``start(host:port:)`` is called.
    ///
    /// - Parameters:
    ///   - identity: the certificate that clients are shown, and its key.
    ///   - namedIdentity: the identity for clients that name the host in the handshake (RFC 6066 section 3), which they
    ///     do not do for an address. Its certificate should contain no addresses: BoringSSL implements no name
    ///     constraints on addresses (RFC 5280 section 4.2.1.10), and refuses each certificate that contains one under
    ///     an authority that has them.
    ///   - hosts: the host names that requests may name, in lower case, IPv6 literals in brackets; others get 421, so
    ///     that no foreign name that resolves to loopback becomes an alias of the provider.
    ///   - limits: the limits for each client.
    ///   - clock: gives the `Date` of each response (RFC 9110 section 6.6.1).
    ///   - handler: responds to the requests.
    package init(
        identity: ServerIdentity, namedIdentity: ServerIdentity? = nil, hosts: Set<String>,
        limits: ServerLimits = .standard, clock: any WallClock, handler: @escaping Handler
    ) {
        self.init(
            identity: identity, namedIdentity: namedIdentity, hosts: hosts, limits: limits, clock: clock,
            asksForCertificate: false
        ) { request, _ in await handler(request) }
    }

    /// Makes a server whose handler gets the peer of the connection.
    ///
    /// All else is as in the other initializer.
    ///
    /// - Parameters:
    ///   - identity: the certificate that clients are shown, and its key.
    ///   - namedIdentity: the identity for clients that name the host in the handshake.
    ///   - hosts: the host names that requests may name.
    ///   - publicPorts: the ports that requests may name besides the one on which the server listens: those of a proxy
    ///     or of a container's host.
    ///   - limits: the limits for each client.
    ///   - clock: gives the `Date` of each response.
    ///   - asksForCertificate: whether the server requests a certificate from the peer; peers without one are accepted
    ///     too.
    ///   - bodyBytes: the largest body of a request, where it is larger than the limit; nil for the limit.
    ///   - logger: gets what the server finds out about connections, at the level debug; nil for nothing.
    ///   - refused: called with the status of each request that does not reach the handler.
    ///   - peerHandler: responds to the requests.
    package init(
        identity: ServerIdentity, namedIdentity: ServerIdentity? = nil, hosts: Set<String>,
        publicPorts: Set<Int> = [], limits: ServerLimits = .standard, clock: any WallClock, asksForCertificate: Bool,
        bodyBytes: BodyLimit? = nil, logger: Logger? = nil, refused: (@Sendable (Int) -> Void)? = nil,
        peerHandler: @escaping PeerHandler
    ) {
        self.logger = logger
        self.identity = identity
        self.namedIdentity = namedIdentity
        exchange = Exchange(
            hosts: hosts, publicPorts: publicPorts, limits: limits, clock: clock,
            asksForCertificate: asksForCertificate, bodyBytes: bodyBytes, refused: refused, handler: peerHandler)
    }

    /// Starts listening.
    ///
    /// - Parameters:
    ///   - host: the address or name to listen on. For `127.0.0.1` and `localhost` the server listens on `::1` too,
    ///     where the machine has it: a browser may try either first.
    ///   - port: the port; 0 takes a free one, the same for both addresses.
    /// - Returns: the running server, which already accepts connections.
    /// - Throws: ``ListenError``, with a description to show to the user.
    package func start(host: String, port: Int) async throws(ListenError) -> RunningServer {
        let isLoopback = host == "127.0.0.1" || host == "localhost"
        let first = isLoopback ? "127.0.0.1" : host
        let channel = try channel()
        // A port that is free on one address may be taken on the other: then the server tries another, up to 20 times.
        var attempt = 1
        while true {
            let listener = try await Listener.start(address: first, port: port, channel: channel, logger: logger)
            guard isLoopback else { return RunningServer(listeners: [listener]) }
            do throws(ListenError) {
                let second = try await Listener.start(
                    address: "::1", port: listener.port, channel: channel, logger: logger)
                return RunningServer(listeners: [listener, second])
            } catch {
                if error.reason == .noSuchAddress { return RunningServer(listeners: [listener]) }
                await listener.stop()
                if port != 0 || error.reason != .addressInUse || attempt == 20 { throw error }
                attempt += 1
            }
        }
    }

    private func channel() throws(ListenError) -> GuardedChannel<TLSChannel<HTTP1Channel>> {
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
            // A client that has disconnected, or sends bytes that are not read, never sends its close notification.
            tls.shutdownTimeout = .milliseconds(500)
            guard exchange.asksForCertificate else { return try TLSChannel(http(), tlsConfiguration: tls) }
            tls.certificateVerification = .optionalVerification
            // Otherwise the server needs the system's authorities, which it does not use, and cannot start without them.
            tls.trustRoots = .certificates([])
            // Each tenant has its own authorities, which the handler checks. Here every certificate passes whose key
            // the peer proves to hold, which BoringSSL checks in any case.
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

/// The identity of a TLS server: its certificate and the private key.
package struct ServerIdentity: Sendable {
    /// The certificate, then any intermediates, as PEM.
    package let certificatePEM: String
    /// The private key as PEM.
    package let privateKeyPEM: String

    /// Stores the pair; a mismatch is found when a server starts.
    package init(certificatePEM: String, privateKeyPEM: String) {
        self.certificatePEM = certificatePEM
        self.privateKeyPEM = privateKeyPEM
    }
}
#endif
