import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// A provider process, certificates made by openssl, and a browser whose TLS presents them.
@Suite("Sign-in by certificate, with a provider over TLS")
struct CertificateTests {
    @Test func `a user with openssl's certificate and no password signs in, and the API accepts the token`()
        async throws
    {
        try await SignInScene.play { scene in
            let people = try await People(folder: scene.tool.directory.path)
            let admin = try await scene.provider.admin()
            try await admin.trust(tenant: "contoso.test", roots: [try people.der("ca")])
            try await admin.setCertificateOnly(true, user: "ada@contoso.test")
            let base = try await scene.provider.baseURL()
            let verifier = CodeVerifier(random: SystemRandomSource())
            let redirect = "http://localhost/contoso-a"
            let query = FormParameters([
                ("client_id", "aaaaaaaa-0000-4000-8000-000000000001"), ("response_type", "code"),
                ("redirect_uri", redirect), ("scope", "openid profile api://files/Files.Read"),
                ("code_challenge", verifier.challenge), ("code_challenge_method", "S256"),
            ])
            let authorize = query.appended(to: base.with(path: "/contoso.test/oauth2/v2.0/authorize"))
            func visit(_ identity: ClientIdentity?) async throws -> Person.Visit {
                let transport = try AsyncHTTPTransport(trust: .caFile(scene.provider.caFile), identity: identity)
                var browser = FormBrowser(transport: transport)
                var person = SignInScene.ada
                person.usesCertificate = true
                return try await person.visit(authorize, with: &browser)
            }
            // As in an embedded web view, which has none.
            let without = try await visit(nil)
            #expect(without.redirect?.contains("AADSTS50017") == true && without.redirect?.contains("code=") == false)
            let with = try await visit(
                ClientIdentity(certificateFile: people.path("ada.pem"), privateKeyFile: people.path("ada.key")))
            let reply = try FormParameters(
                parsing: String(try #require(with.redirect).split(separator: "?", maxSplits: 1).last ?? ""))
            let transport = try await scene.provider.transport()
            let tokens = try await transport.send(
                .form(
                    base.with(path: "/contoso.test/oauth2/v2.0/token"),
                    FormParameters([
                        ("grant_type", "authorization_code"), ("client_id", "aaaaaaaa-0000-4000-8000-000000000001"),
                        ("code", reply["code"] ?? ""), ("redirect_uri", redirect),
                        ("code_verifier", verifier.value.reveal()),
                    ])))
            let token = try #require(try TokenResponse(parsing: tokens.body).accessToken?.reveal())
            var call = HTTPRequest.get(base.with(path: "/api/files"))
            call.fields.set("Authorization", "Bearer \(token)")
            #expect(try await transport.send(call).status == 200)
            #expect(try await admin.count("password_accepted") == 0)
            #expect(try await admin.count("certificate_accepted") == 1)
        }
    }

    @Test func `curl is asked for a certificate at the announced port, and is refused without a sign-in`() async throws
    {
        try await SignInScene.play { scene in
            let people = try await People(folder: scene.tool.directory.path)
            let base = try await scene.provider.baseURL()
            let health = try await scene.provider.transport().send(.get(base.with(path: "/healthz")))
            let origin = try #require(try JSONValue(parsing: health.body)["certificate_origin"]?.stringValue)
            for arguments in [[], ["--cert", people.path("ada.pem"), "--key", people.path("ada.key")]] {
                let process = try ChildProcess(
                    "/usr/bin/env",
                    ["curl", "--silent", "--cacert", scene.provider.caFile, "--output", "/dev/null", "--write-out"]
                        + ["%{http_code}"] + arguments + ["\(origin)/contoso.test/certauth?flow=unknown"],
                    environment: ["PATH": "/usr/bin:/bin"])
                #expect(await process.outcome().output.contains("400"))
            }
        }
    }
}

/// An authority and a user's certificate, made by openssl in a folder.
private struct People {
    let folder: String

    init(folder: String) async throws {
        self.folder = folder
        let name = "otherName:1.3.6.1.4.1.311.20.2.3;UTF8:ada@contoso.test"
        try Data("[person]\nextendedKeyUsage=clientAuth\nsubjectAltName=\(name)\n".utf8)
            .write(to: URL(fileURLWithPath: path("person.cnf")))
        try await openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
            "-subj", "/CN=People")
        try await openssl(
            "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "ada.key", "-out", "ada.csr", "-subj", "/CN=Ada")
        try await openssl(
            "x509", "-req", "-in", "ada.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "ada.pem",
            "-days", "20", "-extfile", "person.cnf", "-extensions", "person")
        try await openssl("x509", "-in", "ca.pem", "-outform", "DER", "-out", "ca.der")
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func der(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path("\(name).der"))))
    }

    private func openssl(_ arguments: String...) async throws {
        let process = try ChildProcess(
            "/usr/bin/env", ["-C", folder, "openssl"] + arguments, environment: ["PATH": "/usr/bin:/bin"])
        let outcome = await process.outcome()
        try #require(outcome.status == 0, "openssl: \(outcome.errors)")
    }
}
