import Foundation
import KeyfobCore
import KeyfobTesting

/// Loads a provider with refresh grants, each client rotating its own token, and prints one JSON line per kind of grant
/// with what the server's process used meanwhile.
///
/// `refresh-load --base URL --ca FILE --pid PID --seconds N --clients N`
@main
struct RefreshLoad {
    static func main() async {
        var options: [String: String] = [:]
        let arguments = Array(CommandLine.arguments.dropFirst())
        for index in stride(from: 0, to: arguments.count - 1, by: 2) {
            options[arguments[index]] = arguments[index + 1]
        }
        guard let base = options["--base"], let caFile = options["--ca"],
            let pid = options["--pid"].flatMap({ Int($0) }),
            let seconds = options["--seconds"].flatMap({ Int($0) }), seconds > 0,
            let clients = options["--clients"].flatMap({ Int($0) }), clients > 0
        else {
            fail("usage: refresh-load --base URL --ca FILE --pid PID --seconds N --clients N", code: 2)
        }
        do {
            let transport = LoadTransport(caFile: caFile)
            let asMSAL: ScopeSet = ["openid", "profile", "offline_access", "api://files/Files.Read"]
            let accessOnly: ScopeSet = ["offline_access", "api://files/Files.Read"]
            for (signatures, scopes) in [(2, asMSAL), (1, accessOnly)] {
                let authority = base + "/contoso.test"
                let ready = try await signIn(clients, transport, authority: authority, scopes: scopes)
                try await run(ready, seconds: seconds, signatures: signatures, pid: pid)
            }
            try await transport.shutdown()
        } catch {
            fail("\(error)", code: 1)
        }
    }

    static func signIn(
        _ count: Int, _ transport: LoadTransport, authority: String, scopes: ScopeSet
    ) async throws -> [RefreshClient] {
        var browser = FormBrowser(transport: transport)
        var ready: [RefreshClient] = []
        for _ in 0..<count {
            ready.append(
                try await RefreshClient(transport, authority: authority, scopes: scopes, browser: &browser))
        }
        return ready
    }

    static func run(_ clients: [RefreshClient], seconds: Int, signatures: Int, pid: Int) async throws {
        let clock = ContinuousClock()
        let used = try ProcessorTime.seconds(of: pid)
        let started = clock.now
        let end = started.advanced(by: .seconds(seconds))
        let grants = try await withThrowingTaskGroup(of: Int.self) { group in
            for client in clients {
                group.addTask {
                    var client = client
                    var count = 0
                    while clock.now < end {
                        try await client.refresh()
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        let wall = clock.now - started
        let cpu = try ProcessorTime.seconds(of: pid) - used
        print(
            """
            {"signatures_per_grant":\(signatures),"clients":\(clients.count),"grants":\(grants),\
            "server_cpu_seconds":\(cpu),"wall_seconds":\(wall / .seconds(1))}
            """)
    }

    static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
