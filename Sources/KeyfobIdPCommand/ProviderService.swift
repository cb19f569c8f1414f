#if Server
import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobIdPStoreSQLite
import KeyfobJOSE
import Synchronization

/// The provider with everything that it stands on: its database, its certificate, its socket.
struct ProviderService {
    /// What it says when it answers.
    let notice: ReadyNotice
    private let server: RunningServer
    private let directory: DataDirectory

    /// Starts a provider on a directory that the caller has locked; returns when it answers.
    ///
    /// - Throws: ``AuthError`` in words for the person who typed the command.
    static func start(_ command: ServeCommand, in directory: DataDirectory) async throws -> ProviderService {
        let clock = SystemClock()
        let names = command.publicNames
        let authority = try LocalCertificates.authority(in: directory, names: names, clock: clock)
        let identity = try LocalCertificates.serverIdentity(
            hosts: names, by: authority, in: directory, clock: clock)
        let namedIdentity = try LocalCertificates.serverIdentity(
            hosts: names.filter { !LocalCertificates.isAddress($0) }, by: authority, in: directory, clock: clock)
        let store = try SQLiteIdPStore(directory: directory.path)
        if let aside = store.setAside {
            FileOutput.standardError.write(
                "keyfob-idp: the database was damaged. It is kept as \(aside), and a fresh one was begun.\n")
        }
        var configuration = IdPConfiguration(
            adminToken: try AdminToken.token(in: directory, random: SystemRandomSource()))
        configuration.profile = IdPProfile(rawValue: command.profile) ?? .faithful
        configuration.signingAlgorithm = SignatureAlgorithm(rawValue: command.signingAlgorithm) ?? .rs256
        try await SeedData.contoso(
            in: store, random: SystemRandomSource(), passwordCost: configuration.passwordCost)
        let hasDemonstrationUsers = try await store.transaction { try $0.users().contains(where: \.isDemonstration) }
        try command.checkExposure(hasDemonstrationUsers: hasDemonstrationUsers)

        let offset = try await store.transaction { try $0.clockOffset() }
        try directory.write("\(offset)\n", to: directory.clockOffset)
        let provider = IdentityProvider(
            configuration: configuration, store: store, clock: clock,
            clockMoved: { try directory.write("\($0)\n", to: directory.clockOffset) })
        try await provider.prepare()
        if !command.faults.isEmpty {
            let faults = try command.faults.map { try ForcedError(fault: $0) }
            try await store.transaction { try $0.setForcedErrors(try $0.forcedErrors() + faults) }
        }

        let hosts = names.map { $0.contains(":") ? "[\($0)]" : $0 }
        let server = ProviderServer(
            identity: identity, namedIdentity: namedIdentity, hosts: Set(hosts), clock: clock
        ) { request in
            let reply = await provider.reply(to: request)
            // Ordered by an operator, and bounded: it ends early when the connection does.
            if reply.delay > 0 { try? await Task.sleep(for: .milliseconds(reply.delay)) }
            return reply.response
        }
        let running: RunningServer
        do throws(ListenError) {
            running = try await server.start(host: command.host, port: command.port)
        } catch {
            throw AuthError(.configuration, origin: .app, message: error.description)
        }
        let baseURL = "https://\(command.baseName):\(running.port)"
        try directory.write(baseURL + "\n", to: directory.address)
        return ProviderService(
            notice: ReadyNotice(
                baseURL: baseURL, port: running.port, directory: directory,
                hasDemonstrationUsers: hasDemonstrationUsers), server: running, directory: directory)
    }

    /// Finishes what it is answering, and answers nothing more.
    func stop() async {
        await server.stop()
        directory.remove(directory.address)
    }
}
#endif
