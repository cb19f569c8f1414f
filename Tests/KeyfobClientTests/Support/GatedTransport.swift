import KeyfobBackport
import KeyfobCore
import KeyfobOAuth

/// Holds requests to one path until it is opened.
final class GatedTransport: HTTPTransport {
    private struct State {
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let base: any HTTPTransport
    private let path: String
    private let state = Mutex(State())

    init(_ base: any HTTPTransport, path: String) {
        self.base = base
        self.path = path
    }

    /// Waits until a request is held.
    func reached() async {
        await withCheckedContinuation { watcher in
            let isHolding = state.withLock { state in
                if state.held.isEmpty { state.watchers.append(watcher) }
                return !state.held.isEmpty
            }
            if isHolding { watcher.resume() }
        }
    }

    /// Lets every request through, now and later.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = [] }
            return state.held
        }
        for request in held { request.resume() }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        if request.url.path.hasSuffix(path) { await hold() }
        return try await base.send(request)
    }

    private func hold() async {
        await withCheckedContinuation { continuation in
            let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
                guard !state.isOpen else { return nil }
                state.held.append(continuation)
                defer { state.watchers = [] }
                return state.watchers
            }
            guard let watchers else { return continuation.resume() }
            for watcher in watchers { watcher.resume() }
        }
    }
}
