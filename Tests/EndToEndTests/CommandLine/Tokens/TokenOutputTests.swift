import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@Suite("The forms of keyfob token")
struct TokenOutputTests {
    /// Runs a shell command as the tool's user, with `keyfob` in `PATH`.
    private func shell(_ scene: SignInScene, _ command: String) async throws -> ChildProcess.Outcome {
        var environment = scene.tool.environment
        environment["PATH"] = "\(BuildProducts.folder):/usr/bin:/bin"
        return try await ChildProcess.run("/bin/sh", ["-c", command], environment: environment)
    }

    /// Signs in with a profile that is the default one.
    private func play(_ body: (SignInScene) async throws -> Void) async throws {
        try await SignInScene.play { scene in
            #expect(try await scene.tool.run(["config", "add", "work", "--default"] + scene.app).status == 0)
            #expect(try await scene.logIn().status == 0)
            try await body(scene)
        }
    }

    @Test("curl itself reads the configuration and the header, and the API accepts the token")
    func curl() async throws {
        try await play { scene in
            let api = try await scene.provider.baseURL().with(path: "/api/files").description
            let options = "-sf --cacert '\(scene.provider.caFile)' -o /dev/null -w '%{http_code}'"
            let refused = try await shell(scene, "curl \(options) '\(api)'")
            #expect(refused.output == "401")
            let config = try await shell(
                scene, "keyfob token work --output curl | curl \(options) --config - '\(api)'")
            #expect(config.output == "200", "\(config.errors)")
            let header = try await shell(
                scene, "keyfob token --output header | curl \(options) -H @- '\(api)'")
            #expect(header.output == "200", "\(header.errors)")
        }
    }

    @Test("kubectl's credential has the version of the request and the token's expiry")
    func kubectl() async throws {
        try await play { scene in
            var tool = scene.tool
            let plain = try await tool.run("token", "--output", "kubectl").document()
            let token = try await tool.run("token", "--json").document()
            #expect(
                plain == [
                    "apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
                    "status": [
                        "token": token["accessToken"] ?? .null, "expirationTimestamp": token["expiresOn"] ?? .null,
                    ],
                ])
            for (requested, version) in [("v1beta1", "v1beta1"), ("v1", "v1"), ("v7", "v1")] {
                tool.environment["KUBERNETES_EXEC_INFO"] =
                    #"{"apiVersion": "client.authentication.k8s.io/\#(requested)", "kind": "ExecCredential", "spec": {}}"#
                let credential = try await tool.run("token", "--id-token", "--output", "kubectl").document()
                #expect(credential["apiVersion"]?.stringValue == "client.authentication.k8s.io/\(version)")
                #expect(credential["status"]?["expirationTimestamp"] != nil)
            }
        }
    }

    @Test("an id token is printed in place of the access token, and refreshed before it expires")
    func idToken() async throws {
        try await SignInScene.play { scene in
            // A cache whose entries are not sealed, so that the test can let an id token expire.
            let file = "\(scene.tool.directory.path)/cache.json"
            let app = scene.app + ["--cache-file", file]
            let login = try await scene.logIn(app)
            #expect(login.status == 0, "\(login.errors)")
            let admin = try await scene.provider.admin()
            let first = try await scene.tool.run(["token", "--id-token", "--json"] + app).document()
            #expect(first["source"] == "cache" && first["accessToken"] == nil)
            #expect(first["idToken"]?.stringValue?.split(separator: ".").count == 3)
            var refreshes = 0
            for left in [600, 240, -10] {
                try expire(in: left, file)
                let token = try await scene.tool.run(["token", "--id-token", "--json"] + app).document()
                if left < 300 { refreshes += 1 }
                #expect(try await admin.count("tokens_refreshed") == refreshes, "\(left)")
                let expiry = try Date(#require(token["expiresOn"]?.stringValue), strategy: .iso8601)
                #expect(abs(expiry.timeIntervalSinceNow - (left < 300 ? 3600 : 600)) < 120, "\(left)")
                // The access token is still the stored one for a call that wants it.
                #expect(try await scene.tool.run(["token", "--json"] + app).document()["source"] == "cache")
            }
            let text = try await scene.tool.run(["token", "--id-token"] + app)
            let claims = try #require(Base64URL.decode(text.output.split(separator: ".")[1]))
            #expect(try JSONValue(parsing: claims)["aud"]?.stringValue == scene.app[1])
        }
    }

    /// Replaces the expiry in the cached id token.
    private func expire(in seconds: Int, _ file: String) throws {
        let cache = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file))))
        let entry = try #require(cache["IdToken"]?.objectValue?.values.first)
        let token = try #require(entry["secret"]?.stringValue)
        var parts = token.split(separator: ".").map(String.init)
        let payload = try #require(Base64URL.decode(parts[1]))
        var claims = try #require(try JSONValue(parsing: payload).objectValue)
        claims["exp"] = .integer(Int64(Date().timeIntervalSince1970) + Int64(seconds))
        parts[1] = Base64URL.encode(Array(JSONValue.object(claims).text().utf8))
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let changed = text.replacing(token, with: parts.joined(separator: "."))
        try changed.write(toFile: file, atomically: false, encoding: .utf8)
    }

    @Test("a file gets the token alone, with mode 0600, in place of what was there")
    func file() async throws {
        try await play { scene in
            let path = "\(scene.tool.directory.path)/token"
            try "before".write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let written = try await scene.tool.run("token", "--id-token", "--output-file", path)
            #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
            let token = try await scene.tool.run("token", "--id-token").output
            #expect(try String(contentsOfFile: path, encoding: .utf8) + "\n" == token)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try await scene.tool.run("token", "--output-file", "/proc/none/x").status == 4)
            let folder = try FileManager.default.contentsOfDirectory(atPath: scene.tool.directory.path)
            #expect(!folder.contains { $0.hasSuffix(".new") })
        }
    }

    @Test(
        "wrong use exits 2",
        arguments: [["--output", "xml"], ["--json", "--output", "text"], ["--output-file", ""], ["a", "b"]])
    func wrongUse(arguments: [String]) async throws {
        let tool = try Tool()
        defer { tool.remove() }
        #expect(try await tool.run(["token"] + arguments).status == 2)
        #expect(try await tool.run(["token", "--bogus", "--output", "json"]).errorCode() == "wrongUse")
    }
}
