import Foundation
import KeyfobCore
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The Azure command line against the provider and its stand-in for Azure Resource Manager.
@Suite("Azure CLI", .timeLimit(.minutes(20)))
struct AzureCLITests {
    private static let fabrikam = "55555555-5555-4555-8555-555555555555"

    /// The subscriptions that Resource Manager lists for the token that `az account get-access-token` prints.
    private func subscriptions(
        _ azure: AzureCommandLine, at provider: RunningProvider, _ tenant: String? = nil
    ) async throws -> [String] {
        let answer =
            if let tenant {
                try await azure("account", "get-access-token", "--tenant", tenant)
            } else {
                try await azure("account", "get-access-token")
            }
        let url = try #require(HTTPURL("\(provider.origin)/subscriptions?api-version=2022-12-01"))
        var request = HTTPRequest.get(url)
        request.fields.set("Authorization", "Bearer \(answer["accessToken"]?.stringValue ?? "")")
        let list = try JSONValue(parsing: try await provider.transport.send(request).body)
        return list["value"]?.arrayValue?.compactMap { $0["tenantId"]?.stringValue } ?? []
    }

    @Test("Device code: the accounts are the user's tenants, at home and as a guest, until az logout")
    func deviceCode() async throws {
        try await RunningProvider.with { provider in
            try await AzureCommandLine.with(provider) { azure in
                let login = try azure.start("login", "--use-device-code", "--output", "none")
                let visit = try await provider.approve(login)
                #expect(visit.pages.last == "device-done")
                let outcome = await login.outcome()
                #expect(outcome.status == 0, "\(outcome.output)")
                let accounts = try await azure("account", "list").arrayValue ?? []
                #expect(accounts.compactMap { $0["name"]?.stringValue }.sorted() == ["Contoso", "Fabrikam"])
                #expect(accounts.allSatisfy { $0["user"]?["name"]?.stringValue == Contoso.ada })
                #expect(accounts.allSatisfy { $0["cloudName"] == "Keyfob" && $0["state"] == "Enabled" })
                let shown = try await azure("account", "show")
                #expect(shown["isDefault"] == true && shown["tenantId"]?.stringValue == Contoso.tenant)
                #expect(shown["tenantDefaultDomain"] == "contoso.test")
                #expect(try await subscriptions(azure, at: provider) == [Contoso.tenant])
                #expect(try await subscriptions(azure, at: provider, Self.fabrikam) == [Self.fabrikam])
                try await azure("logout")
                await #expect(throws: AzureCommandLine.Failed.self) { try await azure("account", "show") }
                #expect(await azure.otherHosts() == [])
            }
        }
    }

    @Test("A service principal by secret, certificate and federated token; a wrong secret is AADSTS7000215")
    func servicePrincipal() async throws {
        try await RunningProvider.with { provider in
            let python = try await ConfidentialPython(provider)
            defer { python.close() }
            let secret = try await provider.webSecret()
            let made = try await python.certificate(for: provider)
            let token = try await python.federatedToken(for: provider)
            try await AzureCommandLine.with(provider) { azure in
                let pem = try azure.file(
                    "client.pem",
                    (made["private_key"]?.stringValue ?? "") + (made["public_certificate"]?.stringValue ?? ""))
                let credentials = [
                    ("--password", secret), ("--certificate", pem),
                    ("--federated-token", token.stringValue ?? ""),
                ]
                for (option, value) in credentials {
                    let login = try await azure(
                        "login", "--service-principal", "--username", Contoso.web, "\(option)=\(value)", "--tenant",
                        Contoso.tenant)
                    #expect(login.arrayValue?.first?["user"]?["type"] == "servicePrincipal", "\(option)")
                    #expect(login.arrayValue?.first?["user"]?["name"]?.stringValue == Contoso.web)
                    #expect(try await subscriptions(azure, at: provider) == [Contoso.tenant], "\(option)")
                    try await azure("logout")
                }
                let refused = await #expect(throws: AzureCommandLine.Failed.self) {
                    try await azure(
                        "login", "--service-principal", "--username", Contoso.web, "--password", "wrong", "--tenant",
                        Contoso.tenant)
                }
                #expect(refused?.description.contains("AADSTS7000215") == true, "\(refused?.description ?? "")")
                #expect(await azure.otherHosts() == [])
            }
        }
    }

    @Test("A user's name and password, at the standard port, where MSAL asks for the user's realm")
    func password() async throws {
        try await RunningProvider.with(options: ["--public-port", "443"]) { provider in
            try await AzureCommandLine.with(provider) { azure in
                let login = try await azure("login", "--username", Contoso.grace, "--password", Contoso.password)
                #expect(login.arrayValue?.compactMap { $0["name"]?.stringValue } == ["Contoso"])
                #expect(try await subscriptions(azure, at: provider) == [Contoso.tenant])
                let refused = await #expect(throws: AzureCommandLine.Failed.self) {
                    try await azure("login", "--username", Contoso.ada, "--password", "wrong")
                }
                #expect(refused?.description.contains("AADSTS50126") == true, "\(refused?.description ?? "")")
                #expect(await azure.otherHosts() == [])
            }
        }
    }

    @Test("az login, as the page of clients has it, in Chromium")
    func browser() async throws {
        try await RunningProvider.with { provider in
            let chromium = try await Chromium(trusting: provider.caFile, transport: provider.transport)
            let browser = [
                "BROWSER": Witness.root + "/Tests/InteropTests/Python/open_in_session.py",
                "WEBDRIVER_SESSION": chromium.browser.session.description,
            ]
            let outcome = await Result {
                try await AzureCommandLine.with(provider, environment: browser) { azure in
                    let shell = try ClientsPage.start(
                        try ClientsPage.block("Azure CLI", 1, for: provider), environment: azure.environment)
                    defer { shell.terminate() }
                    try await chromium.browser.completeSignIn(as: Contoso.ada)
                    let said = await shell.outcome()
                    #expect(said.status == 0, "\(said.output)")
                    // The last line is the token.
                    let token = said.output.split(separator: "\n").last.map(String.init) ?? ""
                    #expect(token.split(separator: ".").count == 3, "\(said.output)")
                    #expect(try await azure("account", "show")["user"]?["name"]?.stringValue == Contoso.ada)
                    try await chromium.browser.keepScreenshot("azure-cli-login-done")
                    #expect(await azure.otherHosts() == [])
                }
            }
            if case .failure = outcome { try? await chromium.browser.keepScreenshot("azure-cli-failure") }
            await chromium.close()
            try outcome.get()
        }
    }
}
