import Dispatch
import KeyfobBackport
import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("The thread of a request")
struct RequestThreadTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(
        "A token request stays on its connection's thread; what may take long leaves it",
        arguments: [
            (HTTPMethod.post, "/contoso.test/oauth2/v2.0/token", true),
            (.post, "/contoso.test/oauth2/token", true),
            (.get, "/contoso.test/oauth2/v2.0/authorize?client_id=x", false),
            (.post, "/contoso.test/oauth2/v2.0/devicecode", false),
            (.get, "/v1.0/users", false), (.get, "/_admin/export", false), (.get, "/portal", false),
        ])
    func place(_ method: HTTPMethod, _ path: String, stays: Bool) async throws {
        let executor = OneThread()
        let store = PlaceStore()
        let provider = try await InMemoryProvider(clock: MovableClock(), store: store)
        let url = try #require(HTTPURL("https://localhost:8443" + path))
        var request = HTTPRequest(method: method, url: url)
        if method == .post {
            request = .form(
                url,
                FormParameters([
                    ("grant_type", "refresh_token"), ("refresh_token", "unknown"),
                    ("client_id", "aaaaaaaa-0000-4000-8000-000000000001"),
                ]))
        }
        // The first request also removes expired data.
        _ = try await provider.send(request)
        let places = try await withTaskExecutorPreference(executor) {
            try await store.places(of: executor) { _ = try await provider.send(request) }
        }
        #expect(!places.isEmpty)
        #expect(places.allSatisfy { $0 == stays })
    }
}

/// An executor with one thread, as that of a connection.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OneThread: TaskExecutor {
    private let queue = DispatchQueue(label: "keyfob.test.thread")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A store that records on which executor its transactions are requested.
private final class PlaceStore: IdPStore {
    private let inner = InMemoryIdPStore()
    private let recorder = Mutex<(@Sendable () -> Void)?>(nil)

    func transaction<R: Sendable>(_ body: @escaping @Sendable (any IdPTransaction) throws -> R) async throws -> R {
        recorder.withLock { $0 }?()
        return try await inner.transaction(body)
    }

    /// Whether each transaction of a piece of work was requested on an executor.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func places(of executor: OneThread, during work: () async throws -> Void) async rethrows -> [Bool] {
        let record = Recorder()
        recorder.withLock {
            $0 = {
                record.add(
                    withUnsafeCurrentTask { $0?.unownedTaskExecutor == executor.asUnownedTaskExecutor() })
            }
        }
        defer { recorder.withLock { $0 = nil } }
        try await work()
        return record.all
    }
}

private final class Recorder: Sendable {
    private let found = Mutex<[Bool]>([])
    var all: [Bool] { found.withLock { $0 } }
    func add(_ isHere: Bool) { found.withLock { $0.append(isHere) } }
}
