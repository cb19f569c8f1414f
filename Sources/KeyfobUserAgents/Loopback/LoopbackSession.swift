import Dispatch
import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// One sign-in: the open sockets, and the wait for the redirect.
final class LoopbackSession: UserAgentSession {
    private let address: LoopbackAddress
    private let browser: any BrowserLauncher
    private let timeoutSeconds: Double
    private let wake: WakePipe
    /// The sockets until they are taken by the wait, which closes them at its end, or by ``end()``.
    private let sockets: Mutex<LoopbackSockets?>

    init(
        address: LoopbackAddress, sockets: LoopbackSockets, wake: WakePipe, browser: any BrowserLauncher,
        timeoutSeconds: Double
    ) {
        self.address = address
        self.sockets = Mutex(sockets)
        self.wake = wake
        self.browser = browser
        self.timeoutSeconds = timeoutSeconds
    }

    deinit { closeSockets() }

    /// The redirect URI with the listener's port.
    var redirectURI: RedirectURI { address.redirectURI }

    /// The browser is another process: its page events and its end are not reported.
    var receivesOnlyRedirects: Bool { true }

    /// Shows the address, and waits for a redirect that `accepting` accepts.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if the browser could not be started, `userCanceled` if
    ///   the sign-in was not finished in time, `canceled` if the task was cancelled or the session ended.
    func present(
        _ url: HTTPURL, accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async throws(AuthError) -> String {
        guard let sockets = sockets.withLock({ $0.take() }) else { throw Self.ended }
        let outcome = await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await self.listen(sockets, accepting) }
            group.addTask { await self.show(url) }
            var failure: AuthError?
            for await outcome in group {
                switch outcome {
                case .redirect:
                    group.cancelAll()
                    return outcome
                case .stopped(let error):
                    group.cancelAll()
                    return .stopped(failure ?? error)
                case .shown: continue
                case .notShown(let error):
                    // The listener may have accepted a redirect at the same moment, which takes precedence.
                    failure = error
                    wake.signal()
                }
            }
            return .stopped(failure ?? Self.ended)
        }
        await browser.finish(url)
        switch outcome {
        case .redirect(let redirect): return redirect
        case .stopped(let error), .notShown(let error): throw error
        case .shown: throw Self.ended
        }
    }

    /// Closes the listener; a wait that is under way ends with `canceled`.
    func end() async {
        wake.signal()
        closeSockets()
    }

    private enum Outcome: Sendable {
        case redirect(String)
        case stopped(AuthError)
        case shown
        case notShown(AuthError)
    }

    private func show(_ url: HTTPURL) async -> Outcome {
        do {
            try await browser.open(url)
            return .shown
        } catch {
            return .notShown(error)
        }
    }

    private func listen(
        _ sockets: LoopbackSockets, _ accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async -> Outcome {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // `poll` blocks, so it runs on a dedicated thread and not on one that tasks share.
                DispatchQueue(label: "keyfob.loopback").async { [address, wake, timeoutSeconds] in
                    var listener = LoopbackListener(address: address, accepting: accepting)
                    let result = Result { () throws(LoopbackListener.Stop) in
                        try listener.serve(sockets, until: deadline, wake: wake)
                    }
                    sockets.close()
                    switch result {
                    case .success(let redirect): continuation.resume(returning: .redirect(redirect))
                    case .failure(.woken): continuation.resume(returning: .stopped(Self.ended))
                    case .failure(.timedOut):
                        continuation.resume(returning: .stopped(Self.timedOut(after: timeoutSeconds)))
                    }
                }
            }
        } onCancel: {
            wake.signal()
        }
    }

    private func closeSockets() {
        guard let open = sockets.withLock({ $0.take() }) else { return }
        open.close()
    }

    private static let ended = AuthError(
        .canceled, origin: .app, message: "The sign-in was cancelled by the app.",
        remedy: "Start it again when it is needed.")

    private static func timedOut(after seconds: Double) -> AuthError {
        AuthError(
            .userCanceled, origin: .userAgent,
            message: "The sign-in was not finished in the browser within \(Int(seconds.rounded())) seconds.",
            remedy: "Start the sign-in again, and finish it in the browser window that opens.")
    }
}
