#if Server && LinuxTransport
import KeyfobBackport
import KeyfobCommandLine
import KeyfobCore
import KeyfobUserAgents

/// The system's browser. It says what the tool waits for, and where, since a browser may open nothing or elsewhere.
///
/// It says so when the browser's command has ended, or runs for a second: some end only with the browser. Where there is no
/// browser nothing is waited for, and nothing is said.
struct AnnouncingBrowser: BrowserLauncher {
    let base: SystemBrowser

    func open(_ url: HTTPURL) async throws(AuthError) {
        let announcement = Announcement(url)
        let later = Task {
            try await Task.sleep(for: .seconds(1))
            announcement.show()
        }
        defer { later.cancel() }
        try await base.open(url)
        announcement.show()
    }

    func finish(_ url: HTTPURL) async { await base.finish(url) }
}

/// What the tool waits for; shown once.
private final class Announcement: Sendable {
    private let url: HTTPURL
    private let isShown = Mutex(false)

    init(_ url: HTTPURL) { self.url = url }

    func show() {
        isShown.withLock { isShown in
            guard !isShown else { return }
            isShown = true
            Output.warn(
                "Waiting for you to sign in at \(url.host), in the browser. If no page opens, open this address:")
            Output.warn(url.description)
            Output.warn("Ctrl-C ends it; --device-code signs in on another device.")
        }
    }
}

extension StrayResponse {
    /// What to tell the person who signs in.
    var report: String {
        switch self {
        case .anotherRequest:
            "A response arrived that does not belong to this sign-in: it was ignored. Finish the page that this command "
                + "opened, not one of an earlier sign-in."
        case .anotherUser: "Another user of this machine sent a response to this sign-in: it was ignored."
        }
    }
}
#endif
