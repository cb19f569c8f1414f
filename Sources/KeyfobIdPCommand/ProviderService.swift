#if Server
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobOAuth
import Logging
import KeyfobBackport

/// The running provider with its database, certificate and sockets.
struct ProviderService {
    /// The notice to print once it serves requests.
    let notice: ReadyNotice
    private let servers: [RunningServer]
    private let directory: DataDirectory
    private let housekeeping: Task<Void, Never>
    private let watching: Task<Void, Never>?
    private let telemetry: ServiceTelemetry

    /// Starts a provider on a directory that the caller has locked; returns when it serves requests.
    ///
    /// - Parameters:
    ///   - command: the parsed command line.
    ///   - directory: the data directory.
    ///   - interval: the interval at which it removes expired data.
    /// - Throws: ``AuthError`` with a message for the user of the command.
    static func start(
        _ command: ServeCommand, in directory: DataDirectory, forgettingEvery interval: Duration = .seconds(60)
    ) async throws -> ProviderService {
        let clock = SystemClock()
        let telemetry = ServiceTelemetry(command.log, countsMetrics: command.metricsAddress != nil)
        let names = command.publicNames
        let authority = try LocalCertificates.authority(in: directory, names: names, clock: clock)
        let identity = try LocalCertificates.serverIdentity(
            hosts: names, by: authority, in: directory, clock: clock)
        let namedIdentity = try LocalCertificates.serverIdentity(
            hosts: names.filter { !LocalCertificates.isAddress($0) }, by: authority, in: directory, clock: clock)
        let store = try await command.database.database(in: directory).open()
        var configuration = IdPConfiguration(
            adminToken: try AdminToken.token(in: directory, random: SystemRandomSource()))
        configuration.trustedProxies = command.proxies
        configuration.profile = IdPProfile(rawValue: command.profile) ?? .faithful
        configuration.signingAlgorithm = SignatureAlgorithm(rawValue: command.signingAlgorithm) ?? .rs256
        let watch = command.config.path.map { path in
            ConfigWatch(
                path: path, prunes: command.config.prune, store: store, clock: clock, configuration.passwordCost,
                tell: { telemetry.tell($0) })
        }
        if let watch {
            telemetry.tell(try await watch.applyAtStart())
        } else {
            try await SeedData.contoso(
                in: store, random: SystemRandomSource(), passwordCost: configuration.passwordCost)
        }
        let hasDemonstrationUsers = try await store.transaction { try $0.hasDemonstrationUsers() }
        try command.checkExposure(hasDemonstrationUsers: hasDemonstrationUsers)

        let offset = try await store.transaction { try $0.clockOffset() }
        try directory.write("\(offset)\n", to: directory.clockOffset)
        let hosts = Set(names.map { $0.contains(":") ? "[\($0)]" : $0 })
        configuration.hostNames = hosts.sorted()
        // Its port has to be known before the provider is made, which serves it too.
        let slot = ProviderSlot()
        let certificateServer = try await Self.listen(
            ProviderServer(
                identity: identity, namedIdentity: namedIdentity, hosts: hosts,
                publicPorts: Set(command.publicPorts), clock: clock, asksForCertificate: true,
                logger: telemetry.connectionLogger, refused: { telemetry.observer.refused(status: $0) }
            ) { request, peer in
                await slot.answer(
                    request, presenting: peer.certificate.map { .present($0) } ?? .absent, from: peer.address)
            }, host: command.host, port: command.certificatePort,
            option: "--certificate-port")
        configuration.certificatePort = certificateServer.port
        configuration.standIn = command.standIn ? StandInService.description : nil
        let provider = IdentityProvider(
            configuration: configuration, store: store, clock: clock,
            clockMoved: { try directory.write("\($0)\n", to: directory.clockOffset) }, observer: telemetry.observer)
        if !command.faults.isEmpty {
            let faults = try command.faults.map { try ForcedError(fault: $0) }
            try await store.transaction { try $0.setForcedErrors(try $0.forcedErrors() + faults) }
        }
        try await provider.prepare()

        slot.fill(provider)
        let server: RunningServer
        do throws(AuthError) {
            server = try await Self.listen(
                ProviderServer(
                    identity: identity, namedIdentity: namedIdentity, hosts: hosts,
                    publicPorts: Set(command.publicPorts), clock: clock, asksForCertificate: false,
                    bodyBytes: { provider.maximumBodyLength(of: $0) }, logger: telemetry.connectionLogger,
                    refused: { telemetry.observer.refused(status: $0) }
                ) { request, peer in
                    await slot.answer(request, presenting: .notAsked, from: peer.address)
                }, host: command.host, port: command.port)
        } catch {
            await certificateServer.stop()
            throw error
        }
        var standIn: StandInService?
        if command.standIn {
            do throws(AuthError) {
                standIn = try await .start(
                    port: command.standInPort ?? 443, in: directory, clock: clock, answering: slot, telemetry)
            } catch {
                await server.stop()
                await certificateServer.stop()
                throw error
            }
        }
        var metrics: RunningServer?
        if let address = command.metricsAddress {
            do throws(AuthError) {
                metrics = try await telemetry.serveMetrics(at: address, of: provider, store)
            } catch {
                for server in [server, certificateServer] + (standIn?.servers ?? []) { await server.stop() }
                throw error
            }
        }
        let baseURL = "https://\(command.baseName):\(server.port)"
        try directory.write(baseURL + "\n", to: directory.address)
        telemetry.logger.info("serving", metadata: ["port": .stringConvertible(server.port)])
        return ProviderService(
            notice: ReadyNotice(
                baseURL: baseURL, port: server.port, certificatePort: certificateServer.port, directory: directory,
                hasDemonstrationUsers: hasDemonstrationUsers, standIn: standIn.map { .init($0) },
                metricsURL: command.metricsAddress.flatMap { address in metrics.map { address.url(port: $0.port) } }),
            servers: [server, certificateServer] + (standIn?.servers ?? []) + (metrics.map { [$0] } ?? []),
            directory: directory, housekeeping: keepHouse(provider, every: interval, telemetry),
            watching: watch?.start(), telemetry: telemetry)
    }

    /// Removes expired data at intervals, also while no requests arrive.
    private static func keepHouse(
        _ provider: IdentityProvider, every interval: Duration, _ telemetry: ServiceTelemetry
    ) -> Task<Void, Never> {
        Task {
            while (try? await Task.sleep(for: interval)) != nil {
                do { try await provider.keepHouse() } catch {
                    telemetry.observer.observe(.internalError(InternalError(error)))
                }
            }
        }
    }

    private static func listen(
        _ server: ProviderServer, host: String, port: Int, option: String = "--port"
    ) async throws(AuthError) -> RunningServer {
        do throws(ListenError) {
            return try await server.start(host: host, port: port)
        } catch {
            throw AuthError(.configuration, origin: .app, message: error.description.replacing("--port", with: option))
        }
    }

    /// Finishes the requests in progress and stops serving.
    func stop() async {
        housekeeping.cancel()
        watching?.cancel()
        for server in servers { await server.stop() }
        directory.remove(directory.address)
        telemetry.logger.info("stopped")
        telemetry.flush()
    }
}

/// Holds the provider once it is made: its sockets are opened before, because it needs their ports.
final class ProviderSlot: Sendable {
    private let provider = Mutex<IdentityProvider?>(nil)

    /// Sets the provider. Earlier requests get their connection closed.
    func fill(_ provider: IdentityProvider) { self.provider.withLock { $0 = provider } }

    /// Responds to a request; nil closes the connection instead.
    func answer(
        _ request: HTTPRequest, presenting certificate: PresentedCertificate, from peer: String?
    ) async -> HTTPResponse? {
        guard let provider = provider.withLock({ $0 }) else { return nil }
        let reply = await provider.providerResponse(to: request, presenting: certificate, from: peer)
        // The administrator set this delay; it is bounded, and ends early when the connection does.
        if reply.delay > 0 { try? await Task.sleep(for: .milliseconds(reply.delay)) }
        return reply.response
    }
}
#endif
