import KeyfobBackport
import KeyfobBrokerCore
import KeyfobCore
import KeyfobUserAgents

/// A window, from opening until closing.
final class WindowSession: BrokerScreenSession {
    private let handler: WindowRequestHandler
    private let wake: WakePipe
    private let file: String
    private let launch = Mutex<Task<Void, Never>?>(nil)

    init(handler: WindowRequestHandler, wake: WakePipe, file: String) {
        self.handler = handler
        self.wake = wake
        self.file = file
    }

    /// Starts the browser; if it cannot be started, the wait for the user ends with the error.
    func launch(_ opener: any PageFileOpener) {
        let task = Task { [handler, wake, file] in
            do throws(AuthError) {
                try await opener.open(file: file)
            } catch {
                handler.end(error)
                wake.signal()
            }
        }
        launch.withLock { $0 = task }
    }

    func show(_ page: BrokerPage) async throws(AuthError) -> PageSubmission {
        let outcome = await withTaskCancellationHandler {
            do throws(AuthError) {
                return Result<PageSubmission, AuthError>.success(
                    try await handler.show(page) { [wake] in wake.signal() })
            } catch {
                return .failure(error)
            }
        } onCancel: {
            handler.end(
                AuthError(.canceled, origin: .app, message: "The call was cancelled during the sign-in."))
            wake.signal()
        }
        return try outcome.get()
    }

    func close() async {
        handler.end()
        wake.signal()
        WindowPageFile.remove(file)
        launch.withLock { $0.take() }?.cancel()
    }
}
