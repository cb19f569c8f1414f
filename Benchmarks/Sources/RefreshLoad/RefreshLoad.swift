import Foundation
import KeyfobCore
import KeyfobTesting

/// Loads a provider with refresh grants, and prints one JSON line for each kind of grant and number of clients: what the
/// server's process used meanwhile, and how long single grants took.
@main
struct RefreshLoad {
    /// Each client opens its connection, and the provider reads what it caches, before anything is measured.
    private static let warmGrants = 3

    static func main() async {
        guard let options = LoadOptions(Array(CommandLine.arguments.dropFirst())) else {
            fail(LoadOptions.usage, code: 2)
        }
        do {
            let most = options.clients.max() ?? 1
            let transport = LoadTransport(caFile: options.caFile, connections: most)
            if options.signIns > 0 { print(try await signIns(transport, options)) }
            for (signatures, scopes) in options.kinds {
                var ready = try await clients(most, transport, scopes: scopes, options)
                for count in options.clients {
                    let load = Load(clients: Array(ready.prefix(count)), seconds: options.seconds)
                    let (used, after) = try await load.run(
                        warmGrants: warmGrants, processID: options.processID, signatures: signatures)
                    ready.replaceSubrange(0..<after.count, with: after)
                    print(used)
                }
            }
            try await transport.shutdown()
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func clients(
        _ count: Int, _ transport: LoadTransport, scopes: ScopeSet, _ options: LoadOptions,
        signingIn: Bool = false
    ) async throws -> [RefreshClient] {
        let authority = options.base + "/" + options.tenant
        if let tokens = options.tokens, !signingIn {
            return try (0..<count).map { _ in
                try RefreshClient(transport, authority: authority, scopes: scopes, drawingFrom: tokens)
            }
        }
        var browser = FormBrowser(transport: transport)
        var ready: [RefreshClient] = []
        for _ in 0..<count {
            ready.append(
                try await RefreshClient(transport, authority: authority, scopes: scopes, browser: &browser))
        }
        return ready
    }

    /// Signs in with a password in new browsers, one after the other, and redeems the codes.
    private static func signIns(_ transport: LoadTransport, _ options: LoadOptions) async throws -> String {
        let used = try ProcessorTime.seconds(of: options.processID)
        let started = ContinuousClock.now
        for _ in 0..<options.signIns {
            _ = try await clients(1, transport, scopes: LoadOptions.asMSAL, options, signingIn: true)
        }
        let wall = (ContinuousClock.now - started) / .seconds(1)
        let cpu = try ProcessorTime.seconds(of: options.processID) - used
        return #"{"sign_ins":\#(options.signIns),"server_cpu_seconds":\#(cpu),"wall_seconds":\#(wall)}"#
    }

    static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
