public import KeyfobCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The person's own browser, with its cookies: the user agent that RFC 8252 section 5 asks for.
///
/// The command is that in `BROWSER`, split at white space into words and run without a shell; each `%s` is replaced
/// by the address, which is added as the last word if there is none. Without `BROWSER` it is `xdg-open`, on macOS
/// `open`. The program gets no standard input, and what it writes goes to our standard error, so that standard output
/// holds only what we print ourselves.
public struct SystemBrowser: BrowserLauncher {
    private let environment: [String: String]

    /// Makes the launcher.
    ///
    /// - Parameter environment: the process's environment variables; `BROWSER` and `PATH` are read, and all are handed
    ///   to the browser.
    public init(environment: [String: String]) { self.environment = environment }

    /// Starts the browser, and returns when its command has ended.
    ///
    /// - Throws: ``AuthError`` with code `userAgentUnavailable` if there is no such program, or it ends with another
    ///   status than 0.
    public func open(_ url: HTTPURL) async throws(AuthError) { try await show(url.description) }

    /// Starts the browser with a file of this machine, by its absolute path, and returns when its command has ended. What a
    /// command line says every user of the machine can read; what stands in a file can be one's own.
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

    /// The words to run for an address.
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
}
