#if Server
import ArgumentParser
import Foundation
import KeyfobConditionalAccess
import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPHTTP
import KeyfobIdPModel
import KeyfobJOSE
import KeyfobSQLite
import KeyfobStoreSQLite
import KeyfobTelemetry

/// `keyfob-idp serve`: runs until SIGINT or SIGTERM.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the identity provider until it is interrupted.",
        discussion: """
            A fresh data directory gets the tenant contoso.test with demonstration users, whose password is public. \
            Therefore it listens on loopback only, as long as they exist. With --config it gets what the files say \
            instead, and no demonstration users. It is ready when GET /readyz returns 200; GET /healthz returns 200 \
            while the process responds. The log is on standard error; see docs/operating.md.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8443

    @Option(
        help: "The port on which users sign in with a certificate; 0 takes a free one.")
    var certificatePort = 0

    @OptionGroup var data: DataOption

    @OptionGroup var database: DatabaseOption

    @OptionGroup var config: ConfigOption

    @Option(
        help: "How it behaves: 'faithful', as Entra ID is observed to, or 'strict', as RFC 9700 requires.",
        completion: .list(IdPProfile.allCases.map(\.rawValue)))
    var profile = "faithful"

    @Option(
        help: "The algorithm of new signing keys: RS256, as Entra ID does, or ES256.",
        completion: .list(SignatureAlgorithm.allCases.map(\.rawValue)))
    var signingAlgorithm = SignatureAlgorithm.rs256.rawValue

    @Option(
        name: .customLong("name"),
        help: "A further host name that clients may use, under .test or known to the CA; repeatable.")
    var names: [String] = []

    @Option(
        name: .customLong("public-port"),
        help: ArgumentHelp(
            "A further port by which clients reach it, behind a proxy or a container's port; repeatable.",
            valueName: "port"))
    var publicPorts: [Int] = []

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "A proxy in front, whose X-Forwarded-For is trusted; repeatable.",
            discussion: "Without one, named locations are evaluated with the address of the connection.",
            valueName: "address[/bits]"))
    var trustedProxies: [String] = []

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp(
            "A fault for the next requests of an endpoint; repeatable.", discussion: ForcedError.faultHelp,
            valueName: ForcedError.faultForm))
    var faults: [String] = []

    @Flag(help: "Listen beyond loopback although the demonstration users' password is public.")
    var demoUsersArePublic = false

    @Flag(
        help: ArgumentHelp(
            "Answer in the place of Microsoft's cloud too, under its host names.",
            discussion: """
                On loopback, with an authority of its own ('keyfob-idp ca --stand-in'). Clients reach it once \
                'keyfob-idp hosts' is in the hosts file; see docs/stand-in.md first.
                """))
    var standIn = false

    @Option(
        help: ArgumentHelp(
            "The port for --stand-in; default: 443, the one in clients. Another is for a redirection of 443 to it.",
            valueName: "port"))
    var standInPort: Int?

    @OptionGroup var log: LogOptions

    @Option(
        help: ArgumentHelp(
            "Serve metrics in Prometheus' text format at http://ADDRESS/metrics; default: not at all.",
            discussion: "PORT is on 127.0.0.1; 0 takes a free one. There is no sign-in: choose who reaches it.",
            valueName: "[host:]port"))
    var metricsAddress: MetricsAddress?

    @Flag(help: "Print one line of JSON instead of the notice when it is ready.")
    var printReadyJson = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535.") }
        guard (0...65_535).contains(certificatePort) else { throw ValidationError("--certificate-port is 0 to 65535.") }
        guard publicPorts.allSatisfy((1...65_535).contains) else {
            throw ValidationError("--public-port is 1 to 65535.")
        }
        if let standInPort {
            guard standIn else { throw ValidationError("--stand-in-port needs --stand-in.") }
            guard (0...65_535).contains(standInPort) else { throw ValidationError("--stand-in-port is 0 to 65535.") }
        }
        guard !standIn || isLoopback else {
            throw ValidationError("--stand-in is for this machine alone: leave out --host.")
        }
        guard !standIn || port == 0 || port != standInPort ?? 443 else {
            throw ValidationError("--stand-in takes port \(port); --port has to be another.")
        }
        guard !host.isEmpty else { throw ValidationError("--host needs an address.") }
        guard SignatureAlgorithm(rawValue: signingAlgorithm) != nil else {
            throw ValidationError("--signing-algorithm is RS256 or ES256.")
        }
        guard IdPProfile(rawValue: profile) != nil else {
            throw ValidationError("--profile is 'faithful' or 'strict'.")
        }
        for proxy in trustedProxies where IPRange(proxyText: proxy) == nil {
            throw ValidationError("--trusted-proxy '\(proxy)' is no address such as 192.0.2.1, nor a range of them.")
        }
        for fault in faults where (try? ForcedError(fault: fault)) == nil {
            let endpoint = String(fault.prefix { $0 != "=" })
            guard ForcedError.faultEndpoints.contains(endpoint) else {
                throw ValidationError(
                    "--fault '\(fault)' is not of the form \(ForcedError.faultForm): there is no endpoint '\(endpoint)'. There are: "
                        + ForcedError.faultEndpoints.joined(separator: ", ") + ".")
            }
            throw ValidationError("--fault '\(fault)' is not of the form \(ForcedError.faultForm).")
        }
    }

    func run() async throws {
        let directory = try data.directory()
        try directory.prepare()
        let lock = try directory.lockForProvider()
        let signals = ShutdownSignals()
        let service = try await ProviderService.start(self, in: directory)
        let notice = service.notice
        ProviderOutput.say(printReadyJson ? notice.json : notice.text)
        if HostsFile.isInPlace, !standIn { ProviderOutput.warn("keyfob-idp: \(HostsFile.warning)") }
        await signals.first()
        await service.stop()
        lock.unlock()
        if HostsFile.isInPlace, standIn { ProviderOutput.warn("keyfob-idp: \(HostsFile.warning)") }
    }

    /// The proxies that are trusted.
    var proxies: [IPRange] { trustedProxies.compactMap(IPRange.init(proxyText:)) }

    /// Whether only processes of this machine can reach ``host``.
    var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// The name in the base URL.
    var baseName: String { isLoopback || host == "0.0.0.0" || host == "::" ? "localhost" : host.lowercased() }

    /// Throws if other machines could sign in with the public password of the demonstration users.
    func checkExposure(hasDemonstrationUsers: Bool) throws(AuthError) {
        guard hasDemonstrationUsers, !isLoopback, !demoUsersArePublic else { return }
        throw .configuration(
            "On \(host) other machines could reach the demonstration users, whose password is public.",
            remedy: "Listen on 127.0.0.1; or, if you mean it, add --demo-users-are-public.")
    }

    /// The names that clients may use for the provider, for its certificate and its `Host` check.
    var publicNames: [String] {
        var all = ["localhost", "127.0.0.1", "::1"] + SeedData.hostNames + names.map { $0.lowercased() }
        // A wildcard address is not a name that a client could use.
        if !isLoopback, host != "0.0.0.0", host != "::" { all.append(host.lowercased()) }
        return all
    }
}

extension IPRange {
    /// A range, or one address.
    fileprivate init?(proxyText text: String) {
        self.init(text.contains("/") ? text : "\(text)/\(text.contains(":") ? 128 : 32)")
    }
}

/// The option for the data directory.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"), help: "The data directory; default: 'idp' under KEYFOB_HOME.",
        completion: .directory)
    var path: String?

    func validate() throws {
        if path?.isEmpty == true { throw ValidationError("--data needs a directory.") }
    }

    func directory() throws(AuthError) -> DataDirectory {
        if let path { return DataDirectory(path: path) }
        return DataDirectory(path: try KeyfobHome.resolve(environment: ProcessInfo.processInfo.environment) + "/idp")
    }
}
#endif
