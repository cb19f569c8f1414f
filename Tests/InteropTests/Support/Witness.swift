import Foundation
import KeyfobTesting

/// The external programs that these tests call as witnesses. A missing one fails the test by its name; no test is
/// skipped.
enum Witness {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The root of the project.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// The path of a program, looked up in PATH.
    static func program(_ name: String) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for directory in path.split(separator: ":") {
            let file = "\(directory)/\(name)"
            if FileManager.default.isExecutableFile(atPath: file) { return file }
        }
        throw Missing(description: "The witness \(name) is missing. Run Scripts/prerequisites test.")
    }

    /// The Python of a virtual environment that contains MSAL; `Scripts/witnesses` makes it where it is missing.
    ///
    /// - Parameter reachesLibsecret: Whether it is the system's own, from which genuine libsecret can be called.
    static func python(reachesLibsecret: Bool = false) async throws -> String {
        let pythons = try await environments.value
        return reachesLibsecret ? pythons.withLibsecret : pythons.plain
    }

    /// The Azure command line, in a virtual environment of its own.
    static func azureCommandLine() async throws -> String {
        _ = try await environments.value
        return root + "/build/witnesses-azure-cli/bin/az"
    }

    /// The source of axe-core, which examines pages for accessibility.
    static func axe() async throws -> String {
        let script = "import axe_playwright_python as axe; print(axe.__path__[0] + '/axe.min.js', end='')"
        let found = try await run(try await python(), ["-c", script])
        guard found.status == 0, let content = FileManager.default.contents(atPath: found.output) else {
            throw Missing(description: "The witness axe-core is missing. \(found.errors)")
        }
        return String(decoding: content, as: UTF8.self)
    }

    private static let environments = Task {
        let plain = root + "/build/witnesses/bin/python"
        let withLibsecret = root + "/build/witnesses-libsecret/bin/python"
        if try await imports(
            plain,
            "msal, azure.identity, onelogin.saml2.auth, authlib, flask, mozilla_django_oidc, axe_playwright_python, "
                + "zxingcpp, schemathesis, openapi_spec_validator, msgraph, msgraph_core.requests.batch_request_content"
        ),
            try await imports(withLibsecret, "msal, msal_extensions.libsecret"),
            FileManager.default.isExecutableFile(atPath: root + "/build/witnesses-azure-cli/bin/az")
        {
            return (plain: plain, withLibsecret: withLibsecret)
        }
        let outcome = try await run(root + "/Scripts/witnesses", [])
        guard outcome.status == 0 else {
            throw Missing(description: "The witness MSAL Python is missing. \(outcome.errors)")
        }
        return (plain: plain, withLibsecret: withLibsecret)
    }

    private static func imports(_ python: String, _ modules: String) async throws -> Bool {
        guard FileManager.default.isExecutableFile(atPath: python) else { return false }
        return try await run(python, ["-c", "import \(modules)"]).status == 0
    }

    /// Runs a program to its end.
    static func run(_ program: String, _ arguments: [String]) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run(program, arguments, environment: ProcessInfo.processInfo.environment)
    }
}
