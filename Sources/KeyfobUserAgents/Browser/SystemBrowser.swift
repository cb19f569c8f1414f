import KeyfobBackport
public import KeyfobCore

/// The user's own browser, with its cookies: the user agent that RFC 8252 section 5 requires.
///
/// The command is that in `BROWSER`, split at white space into words and run without a shell; each `%s` is replaced by
/// the address, which is added as the last word if there is none. Without `BROWSER` it is `xdg-open`, on macOS `open`.
/// The command gets no standard input, and its output goes to this process's standard error, so that standard output
/// contains only the process's own output.
///
/// Every user of the machine can read command lines, and an attacker who knows the address of a sign-in can respond in
/// the provider's place. So the command gets the address of a file, which only this user can read and which redirects
/// the browser. The file is in `XDG_RUNTIME_DIR`, `TMPDIR` or `/tmp`, where snaps are in use in `HOME`, and is removed
/// by ``finish(_:)`` or with the launcher.
public struct SystemBrowser: BrowserLauncher {
    private let environment: [String: String]
    private let pages: Pages

    /// Makes the launcher.
    ///
    /// - Parameters:
    ///   - environment: the process's environment variables; `BROWSER`, `PATH` and those that name the file's folder
    ///     are read, and all are passed to the browser.
    ///   - random: names the files.
    public init(environment: [String: String], random: any RandomSource = SystemRandomSource()) {
        self.environment = environment
        pages = Pages(random: random)
    }

    /// Starts the browser with a page that redirects to the address, and returns when its command has ended.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if there is no such command, its status is not 0, or
    ///   the page cannot be written.
    public func open(_ url: HTTPURL) async throws(AuthError) {
        guard let folder = PageFolder.choose(environment) else {
            throw AuthError(
                .userAgentUnavailable, origin: .userAgent,
                message: "There is no folder for the page that redirects the browser which no other user can change.",
                remedy: "Set TMPDIR to a folder of your own.")
        }
        let page = try pages.add(leadingTo: url, in: folder)
        do {
            try await open(file: page.path)
        } catch {
            pages.remove(url)
            throw error
        }
    }

    /// Removes the page that redirects to the address.
    public func finish(_ url: HTTPURL) async { pages.remove(url) }

    /// Starts the browser with a file of this machine, by its absolute path, and returns when its command has ended.
    ///
    /// - Throws: ``AuthError`` as ``open(_:)`` does.
    public func open(file path: String) async throws(AuthError) {
        let escaped = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
        try await show("file://" + escaped)
    }

    private func show(_ address: String) async throws(AuthError) {
        let words = command(for: address)
        guard let name = words.first, let program = ExecutableSearch.find(name, path: environment["PATH"]) else {
            throw unavailable("The browser command \"\(words.first ?? "")\" was not found.")
        }
        let child: ChildProcess
        do {
            child = try ChildProcess.start(program, arguments: words, environment: environment)
        } catch {
            throw unavailable("The browser command \"\(name)\" could not be started: \(error.reason).")
        }
        guard let ending = await child.ending(), !ending.isSuccess else { return }
        throw unavailable("The browser command \"\(name)\" \(ending.inWords).")
    }

    /// The command for an address, as words.
    func command(for address: String) -> [String] {
        let configured = (environment["BROWSER"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
        guard !configured.isEmpty else { return [Self.platformOpener, address] }
        let replaced = configured.map { $0.replacing("%s", with: address) }
        return replaced == configured ? configured + [address] : replaced
    }

    private static var platformOpener: String {
        #if os(macOS)
        "/usr/bin/open"
        #else
        "xdg-open"
        #endif
    }

    private func unavailable(_ message: String) -> AuthError {
        AuthError(
            .userAgentUnavailable, origin: .userAgent, message: message,
            remedy: "Set BROWSER to a command that opens an address, or use --print-url and open the address yourself.")
    }

    /// The existing files; they are removed with the last copy of the launcher.
    private final class Pages: Sendable {
        private static let words = LeadingPage.Words(
            name: "keyfob-sign-in", title: "Signing in", link: "Continue to the sign-in page")
        private let random: any RandomSource
        private let byAddress = Mutex<[HTTPURL: LeadingPage]>([:])

        init(random: any RandomSource) { self.random = random }
        deinit {
            byAddress.withLock { pages in
                for page in pages.values { page.remove() }
            }
        }

        func add(leadingTo url: HTTPURL, in folder: String) throws(AuthError) -> LeadingPage {
            let page = try LeadingPage(leadingTo: Secret(url.description), Self.words, in: folder, random: random)
            byAddress.withLock { $0.updateValue(page, forKey: url) }?.remove()
            return page
        }

        func remove(_ url: HTTPURL) { byAddress.withLock { $0.removeValue(forKey: url) }?.remove() }
    }
}
