import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// Web apps with the code of `docs/clients.md`, in the development servers of their frameworks. The person's browser is
/// a `FormBrowser`.
@Suite("Web apps in Python", .timeLimit(.minutes(10)))
struct WebAppTests {
    /// A running web app, and the person's browser.
    private struct Visitor {
        let origin: String
        let person = Person(user: Contoso.ada, password: Contoso.password)
        var browser: FormBrowser

        /// Opens an address of the app, and returns its page.
        mutating func page(_ path: String) async throws -> HTMLDocument {
            guard case .page(_, let page, _) = try await open(origin + path) else {
                throw Witness.Missing(description: "\(path) leads to another site.")
            }
            return page
        }

        /// Opens an address of the app that leads to the provider, and completes the provider's pages.
        mutating func leave(_ path: String) async throws -> Person.Visit {
            guard case .left(let address) = try await open(origin + path) else {
                throw Witness.Missing(description: "\(path) does not lead to the provider.")
            }
            return try await person.visit(try #require(HTTPURL(address)), with: &browser)
        }

        /// Signs in, and returns the page of the app that comes after it.
        mutating func signIn(at path: String) async throws -> HTMLDocument {
            let visit = try await leave(path)
            let redirect = try #require(visit.redirect, "\(visit.pages), AADSTS\(visit.errorNumber ?? 0)")
            guard case .page(_, let page, let status) = try await open(redirect) else {
                throw Witness.Missing(description: "The app sends the person to another site.")
            }
            #expect(status == 200)
            return page
        }

        mutating func open(_ address: String) async throws -> FormBrowser.Place {
            try await browser.open(try #require(HTTPURL(address)))
        }
    }

    /// Runs a body with an app, whose files the script starts from its folder.
    private func withApp(
        _ section: String, file: String, before text: String = "", script: String,
        _ body: (RunningProvider, inout Visitor) async throws -> Void
    ) async throws {
        try await RunningProvider.with { provider in
            let home = try TemporaryDirectory("keyfob-web-app")
            defer { home.remove() }
            let code = text + (try ClientsPage.block(section, 0, for: provider))
            try Data(code.utf8).write(to: URL(fileURLWithPath: "\(home.path)/\(file)"))
            let python = URL(fileURLWithPath: try await Witness.python()).deletingLastPathComponent().path
            var environment = ClientsPage.environment(for: provider, home: home.path, programs: [python])
            environment["PYTHONPATH"] = "\(home.path):\(Witness.root)/Tests/InteropTests/Python/django"
            environment["PYTHONUNBUFFERED"] = "1"
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
            environment["DATABASE"] = home.path + "/database"
            let setUp = try ClientsPage.blocks("What every block needs", for: provider).joined(separator: "\n")
            let app = try ClientsPage.start(setUp + "\n" + script, environment: environment)
            let outcome = await Result {
                var visitor = Visitor(
                    origin: try await Self.address(of: app), browser: FormBrowser(transport: provider.transport))
                try await body(provider, &visitor)
            }
            app.terminate()
            let said = await app.outcome().output
            if case .failure = outcome { Issue.record("The app printed: \(said)") }
            try outcome.get()
        }
    }

    /// The address that a development server prints.
    private static func address(of app: ChildProcess) async throws -> String {
        while let line = await app.nextLine() {
            guard let start = line.range(of: "http://localhost:") else { continue }
            let port = line[start.upperBound...].prefix { $0.isNumber }
            if !port.isEmpty { return "http://localhost:\(port)" }
        }
        throw Witness.Missing(description: "The app ended: \(await app.outcome().output)")
    }

    @Test("Flask with Authlib: sign in, call an API for the user, sign out here and at the provider")
    func flask() async throws {
        try await withApp(
            "Flask", file: "app.py", script: "exec flask --app app run --host localhost --port 0"
        ) { _, visitor async throws in
            #expect(try await visitor.page("/").textByID["user"] == "nobody")
            #expect(try await visitor.signIn(at: "/login").textByID["user"] == Contoso.ada)
            #expect(try await visitor.page("/files").textByID["owner"] == Contoso.ada)
            // The provider's session is still there: the second sign-in shows no password page.
            let again = try await visitor.leave("/login")
            #expect(again.redirect != nil && !again.pages.contains("sign-in"), "\(again.pages)")
            let out = try await visitor.leave("/logout")
            #expect(out.redirect?.hasPrefix(visitor.origin + "/") == true, "\(out.pages)")
            #expect(try await visitor.page("/").textByID["user"] == "nobody")
            #expect(try await visitor.leave("/login").pages.first == "sign-in")
        }
    }

    @Test("Django with mozilla-django-oidc: the user whose address the provider states is signed in")
    func django() async throws {
        try await withApp(
            "Django", file: "settings.py", before: "from base import *\n",
            script: """
                export DJANGO_SETTINGS_MODULE=settings
                python -m django migrate --verbosity 0
                exec python -m django runserver --noreload localhost:0
                """
        ) { _, visitor async throws in
            #expect(try await visitor.page("/").textByID["user"] == "nobody")
            #expect(try await visitor.signIn(at: "/oidc/authenticate/").textByID["user"] == Contoso.ada)
        }
    }
}
