import Foundation
import KeyfobCore
import KeyfobIdPHTTP
import KeyfobOAuth
import Testing

@Suite("Requests whose client is gone", .timeLimit(.minutes(2)))
struct ClosedConnectionTests {
    @Test("A request's task is cancelled when its client closes the connection, and the server goes on")
    func cancelled() async throws {
        let (cancellations, continuation) = AsyncStream.makeStream(of: String.self)
        let handler: ProviderServer.Handler = { request in
            guard request.url.path == "/long" else { return .json(["isCancelled": .bool(Task.isCancelled)]) }
            await withTaskCancellationHandler {
                // Ends only when the task is cancelled.
                let (never, holder) = AsyncStream.makeStream(of: Void.self)
                for await _ in never {}
                holder.finish()
            } onCancel: {
                continuation.yield(request.url.path)
            }
            return .json([:])
        }
        try await withServer(handler: handler) { server, curl in
            let answer = try await curl("--max-time", "0.5", "https://localhost:\(server.port)/long")
            #expect(answer.exitCode == 28)
            var iterator = cancellations.makeAsyncIterator()
            #expect(await iterator.next() == "/long")
            // Several requests on one connection, none of which is cancelled.
            let next = try await curl(
                "https://localhost:\(server.port)/a", "https://localhost:\(server.port)/b",
                "https://localhost:\(server.port)/c")
            #expect(next.body.components(separatedBy: #"{"isCancelled":false}"#).count == 4, "\(next.body)")
        }
    }
}
