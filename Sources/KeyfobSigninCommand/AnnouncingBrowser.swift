#if Server && LinuxTransport
import KeyfobCommandLine
import KeyfobCore
import KeyfobUserAgents

/// The system's browser. It first says what the tool waits for, and where, since a browser may open nothing or elsewhere.
struct AnnouncingBrowser: BrowserLauncher {
    let base: SystemBrowser

    func open(_ url: HTTPURL) async throws(AuthError) {
        Output.warn("Waiting for you to sign in at \(url.host), in the browser. If no page opens, open this address:")
        Output.warn(url.description)
        Output.warn("Ctrl-C ends it; --device-code signs in on another device.")
        try await base.open(url)
    }

    func finish(_ url: HTTPURL) async { await base.finish(url) }
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
