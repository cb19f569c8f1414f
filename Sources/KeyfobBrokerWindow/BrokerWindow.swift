import Dispatch
package import KeyfobBrokerCore
package import KeyfobBrokerProtocol
package import KeyfobCore
public import KeyfobUserAgents

/// Shows the broker's pages in a local browser, on a machine that has no web view.
///
/// The pages are served on a loopback port, which every local user can connect to, and every local user can read
/// command lines. So the browser is started with a file of mode 0600 that redirects to the URL, the URL contains a
/// secret, and the first browser that opens it gets the cookie that all other requests need. ``WindowRequestHandler`` has the
/// details.
package struct BrokerWindow: BrokerScreen {
    private let opener: any PageFileOpener
    private let folder: String
    private let random: any RandomSource
    private let timeoutSeconds: Double

    /// Makes a screen.
    ///
    /// - Parameters:
    ///   - opener: starts the browser.
    ///   - folder: where the file that redirects to the window is written: a folder of the broker's own, of mode 0700.
    ///   - random: the source of the secrets.
    ///   - timeoutSeconds: how long a user may take for the whole sign-in.
    package init(
        opener: any PageFileOpener, folder: String, random: any RandomSource = SystemRandomSource(),
        timeoutSeconds: Double = 900
    ) {
        self.opener = opener
        self.folder = folder
        self.random = random
        self.timeoutSeconds = timeoutSeconds
    }

    /// Removes the redirect files of a broker process that was killed; called before the first window is opened.
    package func removeLeftovers() { WindowPageFile.removeAll(in: folder) }

    /// Opens a window.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if no port can be opened or the browser cannot be started.
    package func open(_ occasion: WindowReason) async throws(AuthError) -> any BrokerScreenSession {
        guard let wake = WakePipe() else {
            throw AuthError(
                .userAgentUnavailable, origin: .broker,
                message: "The broker has no file descriptors left for its window.",
                remedy: "Close other programs, or raise the limit of open files.")
        }
        let sockets = try LoopbackSockets.bind(for: try RedirectURI("http://127.0.0.1"))
        let handler = WindowRequestHandler(
            origin: "http://127.0.0.1:\(sockets.port)", mode: WindowMode(occasion.channel), app: occasion.app,
            random: random)
        let file = try WindowPageFile.write(leadingTo: handler.address, in: folder, random: random)
        handler.whenEntered { WindowPageFile.remove(file) }
        let deadline = ContinuousClock.now + .seconds(timeoutSeconds)
        // `poll` blocks, so it gets its own thread instead of one that tasks share.
        DispatchQueue(label: "keyfob.broker.window").async {
            var server = WindowServer(handler: handler, sockets: sockets, wake: wake)
            server.serve(until: deadline)
        }
        let session = WindowSession(handler: handler, wake: wake, file: file)
        session.launch(opener)
        return session
    }
}

/// The port that starts a browser with a page from a file.
package protocol PageFileOpener: Sendable {
    /// Starts the browser; returns when the outcome of the start is known.
    ///
    /// - Parameter path: the file's absolute path.
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if it cannot be started.
    func open(file path: String) async throws(AuthError)
}

extension SystemBrowser: PageFileOpener {}

/// How the broker's window appears.
package enum WindowMode: String, Sendable, Hashable, CaseIterable {
    /// Above the requesting app, which stays in front.
    case overlay
    /// The broker itself comes to the front.
    case switching

    /// Returns the mode for a request's channel: the single sign-on extension appears above the app, a URL brings the
    /// broker to the front.
    package init(_ channel: CallerIdentity.Channel) {
        switch channel {
        case .singleSignOnExtension: self = .overlay
        case .url: self = .switching
        }
    }
}
