import Dispatch
import KeyfobBackport
import KeyfobCore
import KeyfobFlows

/// One sign-in: the open sockets, the wait for the redirect, and the page that the browser then shows.
final class LoopbackSession: UserAgentSession {
    private let address: LoopbackAddress
    private let browser: any BrowserLauncher
    private let timeoutSeconds: Double
    private let wake: WakePipe
    private let control: LoopbackControl
    /// The address that the browser shows, until the browser is finished with.
    private let shown = Mutex<HTTPURL?>(nil)
    /// Starts the browser. It is not waited for: the browser's command may end only with the browser.
    private let showing = Mutex<Task<Void, Never>?>(nil)
    /// The sockets until they are taken by the thread, which closes them at its end, or by ``end()``.
    private let sockets: Mutex<LoopbackSockets?>

    init(
        address: LoopbackAddress, sockets: LoopbackSockets, wake: WakePipe, browser: any BrowserLauncher,
        timeoutSeconds: Double, control: LoopbackControl
    ) {
        self.control = control
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
        shown.withLock { $0 = url }
        // Not a child of this task: a browser may return only after it has the page of the redirect, which is sent
        // later.
        let task = Task { await show(url) }
        showing.withLock { $0 = task }
        // Begun after the browser's task, so that its time does not pass while that waits for a thread.
        let listening = Task { await listen(sockets, accepting) }
        let outcome = await withTaskCancellationHandler {
            await listening.value
        } onCancel: {
            listening.cancel()
        }
        switch outcome {
        case .success(let redirect): return redirect
        case .failure(let stop):
            await finishBrowser()
            switch stop {
            case .woken: throw control.failure ?? Self.ended
            case .timedOut: throw Self.timedOut(after: timeoutSeconds)
            }
        }
    }

    /// Sends the page for the redirect that was accepted.
    func show(_ outcome: PageOutcome) async {
        control.show(outcome)
        wake.signal()
        await control.waitForThread()
    }

    /// Closes the listener; a wait that is under way ends with `canceled`.
    func end() async {
        control.end()
        wake.signal()
        closeSockets()
        await control.waitForThread()
        await finishBrowser()
    }

    private func show(_ url: HTTPURL) async {
        do {
            try await browser.open(url)
        } catch {
            // The listener may have accepted a redirect at the same moment, which takes precedence.
            control.fail(error)
            wake.signal()
        }
    }

    private func finishBrowser() async {
        guard let url = shown.withLock({ $0.take() }) else { return }
        showing.withLock { $0.take() }?.cancel()
        await browser.finish(url)
    }

    private func listen(
        _ sockets: LoopbackSockets, _ accepting: @escaping @Sendable (String) -> RedirectDecision
    ) async -> Result<String, LoopbackListener.Stop> {
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        return await withTaskCancellationHandler {
            await control.redirect {
                // `poll` blocks, so it runs on a dedicated thread and not on one that tasks share.
                DispatchQueue(label: "keyfob.loopback").async { [address, wake, control] in
                    var listener = LoopbackListener(address: address, control: control, accepting: accepting)
                    var stop: LoopbackListener.Stop?
                    do throws(LoopbackListener.Stop) {
                        try listener.serve(sockets, until: deadline, wake: wake)
                    } catch {
                        stop = error
                    }
                    sockets.close()
                    control.finish(stop)
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
