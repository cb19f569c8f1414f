import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

extension Terminal {
    /// The sign-in page's address, once the tool has shown it, in one piece.
    func address() async throws -> HTTPURL {
        try await waits(for: "Ctrl-C ends it")
        let line = try await lines().last { $0.hasPrefix("https://") }
        return try #require(line.flatMap { HTTPURL($0.trimmingCharacters(in: .whitespaces)) })
    }
}

extension HTTPURL {
    /// The value of a parameter, decoded.
    func parameter(_ name: String) throws -> String {
        let items = URLComponents(string: description)?.queryItems
        return try #require(items?.first { $0.name == name }?.value)
    }
}

extension SignInScene {
    /// Adds the profile `work`, for the suite's app.
    func addProfile() async throws {
        let added = try await tool.run(["config", "add", "work"] + app)
        try #require(added.status == 0, "\(added.errors)")
    }

    /// Runs a test with the profile `work` and a terminal.
    ///
    /// - Parameter browser: the command in `BROWSER`; nil for a machine that has none.
    static func playAtTerminal(
        columns: Int = 100, browser: String? = "/bin/true",
        _ body: (SignInScene, Terminal) async throws -> Void
    ) async throws {
        try await play { scene in
            var tool = scene.tool
            try await scene.addProfile()
            tool.environment["BROWSER"] = browser
            // Without the system's programs there is no xdg-open either.
            if browser == nil { tool.environment["PATH"] = "/nowhere" }
            try await Terminal.play(tool, columns: columns) { terminal in try await body(scene, terminal) }
        }
    }

    /// Sends a response to the tool's own address, as a browser does that comes from the provider.
    func respond(to address: HTTPURL, _ query: String) async throws -> Int {
        let redirect = try #require(HTTPURL(address.parameter("redirect_uri")))
        let transport = try await provider.transport()
        return try await transport.send(.get(redirect.with(path: "/", query: query))).status
    }
}
