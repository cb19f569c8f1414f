import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

/// Clients whose hosts are in their code, in a network that ends at this machine.
@Suite("Clients with Microsoft's hosts, in a private network", .timeLimit(.minutes(20)))
struct FixedHostTests {
    private static let script = Witness.root + "/Tests/InteropTests/Python/fixed_hosts.py"
    private let versionOne = "https://sts.windows.net/\(Contoso.tenant)/"

    /// A client registered with a secret.
    private func secret(_ network: PrivateNetwork) async throws -> String {
        let path = "v1.0/applications(appId='\(Contoso.web)')/addPassword"
        return try await network.admin(path, [:])["secretText"]?.stringValue ?? ""
    }

    @Test("the network has loopback and nothing else")
    func network() async throws {
        try await PrivateNetwork.with { network in
            let links = try await network.run("/usr/bin/env", ["ip", "-o", "link"]).output
            #expect(links.split(separator: "\n").count == 1 && links.contains(": lo:"), "\(links)")
            let routes = try await network.run("/usr/bin/env", ["ip", "route"]).output
            #expect(routes.isEmpty, "\(routes)")
        }
    }

    @Test("MSAL Python with instance discovery and validation: device code, an alias of the cloud, Graph's userinfo")
    func msal() async throws {
        try await PrivateNetwork.with { network in
            let found = try await network.json(try await Witness.python(), [Self.script, "msal_public"])
            #expect(found["id_issuer"]?.stringValue == "https://login.microsoftonline.com/\(Contoso.tenant)/v2.0")
            #expect(found["issuer"]?.stringValue == versionOne, "Graph's tokens are of version 1")
            #expect(found["environment"] == "login.microsoftonline.com" && found["userinfo"] == 200)
            #expect(found["user"]?.stringValue == Contoso.ada)
            let refused = try await network.json(try await Witness.python(), [Self.script, "unknown_authority"])
            #expect(refused["refused"] == true)
        }
    }

    @Test("azure-identity's EnvironmentCredential, with a tenant, a client and a secret alone")
    func azureIdentity() async throws {
        try await PrivateNetwork.with { network in
            let settings = [
                "AZURE_TENANT_ID": Contoso.tenant, "AZURE_CLIENT_ID": Contoso.web,
                "AZURE_CLIENT_SECRET": try await secret(network),
            ]
            let found = try await network.json(
                try await Witness.python(), [Self.script, "azure_identity"], settings)
            #expect(found["issuer"]?.stringValue == versionOne)
            #expect(found["audience"] == "https://management.azure.com")
            #expect(found["subscriptions"] == ["Contoso"])
        }
    }

    @Test("az login in the cloud AzureCloud, by browser and by password; az rest at management.azure.com")
    func azureCommandLine() async throws {
        try await PrivateNetwork.with { network in
            let az = try await Witness.azureCommandLine()
            func run(_ arguments: String...) async throws -> JSONValue {
                try await network.json(az, arguments + ["--output", "json"])
            }
            let browser = try await run("login")
            #expect(browser.arrayValue?.compactMap { $0["name"]?.stringValue }.sorted() == ["Contoso", "Fabrikam"])
            #expect(browser.arrayValue?.allSatisfy { $0["cloudName"] == "AzureCloud" } == true)
            let listed = try await run(
                "rest", "--url", "https://management.azure.com/subscriptions?api-version=2022-12-01")
            #expect(listed["value"]?.arrayValue?.first?["displayName"] == "Contoso")
            _ = try await run("logout")
            let password = try await run("login", "--username", Contoso.grace, "--password", Contoso.password)
            #expect(password.arrayValue?.first?["user"]?["name"]?.stringValue == Contoso.grace)
            let token = try await run("account", "get-access-token")["accessToken"]?.stringValue ?? ""
            let body = Base64URL.decode(token.split(separator: ".").dropFirst().first ?? "") ?? []
            #expect(try JSONValue(parsing: body)["iss"]?.stringValue == versionOne)
        }
    }

    @Test("rclone, which is in Go, authorizes at the hosts that it has compiled in, and Graph accepts its token")
    func rclone() async throws {
        try await PrivateNetwork.with { network in
            let application = try await network.admin(
                "v1.0/applications",
                ["displayName": "rclone", "web": ["redirectUris": ["http://localhost:53682/"]]])
            let clientID = try #require(application["appId"]?.stringValue)
            let secret = try await network.admin(
                "v1.0/applications(appId='\(clientID)')/addPassword", [:])["secretText"]
            let rclone = try network.start(
                "/bin/sh",
                [
                    "-c", "exec rclone authorize onedrive \"$0\" \"$1\" --auth-no-open-browser 2>&1",
                    clientID, secret?.stringValue ?? "",
                ], ["RCLONE_ONEDRIVE_ACCESS_SCOPES": "openid offline_access User.Read"])
            var said: [String] = []
            var token: JSONValue = .null
            while let line = await rclone.nextLine() {
                said.append(line)
                if let start = line.firstRange(of: "http://127.0.0.1:53682/auth") {
                    let signIn = try await network.run(
                        try await Witness.python(),
                        [network.environment["KEYFOB_SIGN_IN"] ?? "", String(line[start.lowerBound...])])
                    #expect(signIn.status == 0, "\(signIn.errors)")
                }
                if line.hasPrefix("{") { token = try JSONValue(parsing: Array(line.utf8)) }
            }
            let bearer = token["access_token"]?.stringValue ?? ""
            #expect(bearer.split(separator: ".").count == 3, "\(said.joined(separator: "\n"))")
            #expect(
                try await network.status(
                    "https://graph.microsoft.com/oidc/userinfo", "-H", "Authorization: Bearer \(bearer)") == "200")
        }
    }

    @Test("Keyfob signs in at the public cloud's authority, too, and its tokens are refreshed")
    func keyfob() async throws {
        try await PrivateNetwork.with { network in
            let app = [
                "--client-id", Contoso.suite, "--authority", "https://login.microsoftonline.com/\(Contoso.tenant)",
                "--scope", Contoso.read, "--ca-file", network.standInCA,
            ]
            let keyfob = BuildProducts.executable("keyfob")
            let login = try network.start(keyfob, ["login", "--print-url"] + app)
            let address = try #require(await login.nextLine())
            let visit = try await network.run(
                try await Witness.python(), [network.environment["KEYFOB_SIGN_IN"] ?? "", address])
            #expect(visit.status == 0, "\(visit.errors)")
            let said = await login.outcome()
            #expect(said.status == 0, "\(said.errors)")
            let token = try await network.run(keyfob, ["token"] + app)
            #expect(token.status == 0 && token.output.split(separator: ".").count == 3, "\(token.errors)")
        }
    }
}
