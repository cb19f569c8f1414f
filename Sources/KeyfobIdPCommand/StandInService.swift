#if Server
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPHTTP

/// The sockets at which the provider answers in the place of Microsoft's cloud: on loopback only, with the certificate
/// of a separate authority, and under Microsoft's names only. The other sockets of the provider do not serve these.
struct StandInService {
    /// The hosts, and what each serves.
    static let description = StandIn(tenantHosts: SeedData.platformHostNames)
    /// All hosts.
    static let hosts = description.hosts
    /// The host that requests certificates.
    static let certificateHost = StandIn.certificateHost

    /// The port of both sockets.
    let port: Int
    /// The certificate authority that clients have to trust.
    let caFile: String
    /// The sockets.
    let servers: [RunningServer]

    /// Starts the sockets; returns when they accept connections.
    ///
    /// - Parameters:
    ///   - port: the port; 0 takes a free one.
    ///   - directory: the provider's data directory.
    ///   - clock: the machine's time.
    ///   - slot: holds the provider.
    ///   - telemetry: the log and the metrics.
    static func start(
        port: Int, in directory: DataDirectory, clock: any WallClock, answering slot: ProviderSlot,
        _ telemetry: ServiceTelemetry
    ) async throws(AuthError) -> StandInService {
        let folder = directory.standIn
        let hosts = description.hosts
        let authority = try LocalCertificates.standInAuthority(in: folder, hosts: hosts, clock: clock)
        let identity = try LocalCertificates.serverIdentity(hosts: hosts, by: authority, in: folder, clock: clock)
        let main = try await listen(
            ProviderServer(
                identity: identity, hosts: Set(hosts).subtracting([certificateHost]), publicPorts: [443], clock: clock,
                asksForCertificate: false, logger: telemetry.connectionLogger,
                refused: { telemetry.observer.refused(status: $0) }
            ) { request, peer in
                await slot.answer(request, presenting: .notAsked, from: peer.address)
            }, host: "127.0.0.1", port: port)
        do throws(AuthError) {
            let certificates = try await listen(
                ProviderServer(
                    identity: identity, hosts: [certificateHost], publicPorts: [443], clock: clock,
                    asksForCertificate: true, logger: telemetry.connectionLogger,
                    refused: { telemetry.observer.refused(status: $0) }
                ) { request, peer in
                    await slot.answer(
                        request, presenting: peer.certificate.map { .present($0) } ?? .absent, from: peer.address)
                }, host: HostsFile.certificateAddress, port: main.port)
            return StandInService(port: main.port, caFile: folder.caCertificate, servers: [main, certificates])
        } catch {
            await main.stop()
            throw error
        }
    }

    private static func listen(
        _ server: ProviderServer, host: String, port: Int
    ) async throws(AuthError) -> RunningServer {
        do throws(ListenError) {
            return try await server.start(host: host, port: port)
        } catch {
            guard error.reason == .notAllowed else {
                throw AuthError(
                    .configuration, origin: .app,
                    message: error.description.replacing("--port", with: "--stand-in-port"))
            }
            throw .configuration(
                "This user may not listen on port \(port) of \(host), where clients expect Microsoft's hosts.",
                remedy: "Run it in a private network, as docs/stand-in.md shows, or with the capability "
                    + "CAP_NET_BIND_SERVICE; or redirect port 443 to another, which --stand-in-port names.")
        }
    }
}

extension StandInNotice {
    /// Describes the running sockets.
    init(_ service: StandInService) {
        self.init(
            port: service.port, hosts: StandInService.hosts.count, caFile: service.caFile,
            isInPlace: HostsFile.isInPlace)
    }
}
#endif
