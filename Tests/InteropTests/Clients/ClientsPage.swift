import Foundation
import KeyfobTesting
import Testing

/// The page that says how to point clients here, `docs/clients.md`. Tests run its blocks as they are printed there,
/// with the test's own port.
enum ClientsPage {
    /// The code blocks of a section, in their order.
    static func blocks(_ section: String, for provider: RunningProvider) throws -> [String] {
        let page = try String(contentsOfFile: Witness.root + "/docs/clients.md", encoding: .utf8)
        let text = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(section + "\n") })
        let address = provider.origin.replacing("https://", with: "")
        let parts = text.components(separatedBy: "```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            // The first line of a block names its language.
            String(parts[index].drop { $0 != "\n" }.dropFirst()).replacing("localhost:8443", with: address)
        }
    }

    /// One code block of a section.
    static func block(_ section: String, _ index: Int, for provider: RunningProvider) throws -> String {
        let blocks = try blocks(section, for: provider)
        return try #require(blocks.indices.contains(index) ? blocks[index] : nil)
    }

    /// What a reader's shell has set after the quick start: the programs of this build, and the provider's folder.
    ///
    /// - Parameters:
    ///   - home: The home folder, in which the clients leave their files.
    ///   - programs: Folders of programs that come first in `PATH`.
    static func environment(
        for provider: RunningProvider, home: String, programs: [String] = []
    ) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        // Variables of the outside environment must not replace what the page sets.
        for name in ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "HTTPS_PROXY", "https_proxy"] {
            environment[name] = nil
        }
        environment["KEYFOB_HOME"] = provider.home
        environment["HOME"] = home
        environment["PATH"] =
            (programs + [BuildProducts.folder, environment["PATH"] ?? "/usr/bin:/bin"]).joined(separator: ":")
        return environment
    }

    /// Starts a shell with the text of blocks. What it prints as errors is in its output, in order.
    static func start(_ script: String, environment: [String: String]) throws -> ChildProcess {
        try ChildProcess("/bin/bash", ["-c", "exec 2>&1; set -eu\n" + script], environment: environment)
    }
}
