/// Clients that send one grant after another, all at once.
struct Load {
    let clients: [RefreshClient]
    let seconds: Int

    /// Runs for the time; returns the figures as a line of JSON, and the clients with the tokens that they have now.
    func run(warmGrants: Int, processID: Int, signatures: Int) async throws -> (figures: String, [RefreshClient]) {
        let warm = try await each { client in
            for _ in 0..<warmGrants { try await client.refresh() }
            return []
        }
        let clock = ContinuousClock()
        let used = try ProcessorTime.seconds(of: processID)
        let started = clock.now
        let end = started.advanced(by: .seconds(seconds))
        let measured = try await Load(clients: warm.map(\.client), seconds: seconds).each { client in
            var taken: [Duration] = []
            var before = clock.now
            while before < end {
                try await client.refresh()
                let after = clock.now
                taken.append(after - before)
                before = after
            }
            return taken
        }
        let wall = clock.now - started
        let cpu = try ProcessorTime.seconds(of: processID) - used
        let taken = measured.flatMap(\.taken).sorted()
        func percentile(_ percent: Int) -> Double {
            taken.isEmpty ? 0 : taken[min(taken.count - 1, taken.count * percent / 100)] / .microseconds(1)
        }
        let figures = """
            {"signatures_per_grant":\(signatures),"clients":\(clients.count),"grants":\(taken.count),\
            "server_cpu_seconds":\(cpu),"wall_seconds":\(wall / .seconds(1)),\
            "p50_us":\(percentile(50)),"p99_us":\(percentile(99))}
            """
        return (figures, measured.map(\.client))
    }

    /// Runs a body for every client at once; in the order of the clients.
    private func each(
        _ body: @escaping @Sendable (inout RefreshClient) async throws -> [Duration]
    ) async throws -> [(client: RefreshClient, taken: [Duration])] {
        try await withThrowingTaskGroup(of: (Int, RefreshClient, [Duration]).self) { group in
            for (index, client) in clients.enumerated() {
                group.addTask {
                    var client = client
                    let taken = try await body(&client)
                    return (index, client, taken)
                }
            }
            let done = try await group.reduce(into: []) { $0.append($1) }
            return done.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
        }
    }
}
