import Foundation
import KeyfobTesting
import Testing

/// The page about the stand-in, `docs/stand-in.md`, whose shell this runs as it is printed there.
@Suite("The page about the stand-in", .timeLimit(.minutes(5)))
struct StandInPageTests {
    @Test("in the private network that the page makes, curl reaches the provider under Microsoft's name, and no other")
    func privateNetwork() async throws {
        let page = try String(contentsOfFile: Witness.root + "/docs/stand-in.md", encoding: .utf8)
        let block = try #require(page.components(separatedBy: "```sh\n").dropFirst().first)
        let script = try #require(block.components(separatedBy: "\n```").first)
        let home = try TemporaryDirectory("keyfob-stand-in-page")
        defer { home.remove() }
        let shell = try ChildProcess(
            "/bin/bash", ["-c", "set -eu\n" + script],
            environment: [
                "PATH": BuildProducts.folder + ":/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home.path,
                "KEYFOB_HOME": home.path, "LANG": "C.UTF-8",
            ])
        // What a user types into that shell.
        try shell.write(
            """
            keys=https://login.microsoftonline.com/common/discovery/keys
            curl -sSf -o /dev/null --retry 60 --retry-delay 1 --retry-connrefused $keys && echo reached
            curl -sS -m 5 -o /dev/null https://www.microsoft.com 2>/dev/null || echo alone
            exit

            """)
        shell.closeInput()
        let outcome = await shell.outcome()
        // The provider's own lines may come before or after.
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.contains("reached") && lines.contains("alone"), "\(outcome)")
        #expect(outcome.output.contains("Stand-in: port 443 answers as login.microsoftonline.com"))
    }
}
