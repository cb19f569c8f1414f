#if os(Linux)
#if Server
import Foundation
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// The four steps by which an ADAL app is configured for a broker, one of which is done in two places.
@Suite("the steps to a broker", .onDevice)
struct SetupStepTests {
    /// An omitted step, and the words of the remedy.
    private struct Omission: Sendable {
        let name: String
        let words: [String]
        var redirect: String?
        var adjust: @Sendable (inout AppConfiguration, inout DemoBundle) -> Void = { _, _ in }
    }

    private static let omissions: [Omission] = [
        Omission(name: "broker mode", words: ["credentialsType", "AD_CREDENTIALS_AUTO"]) { configuration, _ in
            configuration.credentialsType = nil
        },
        Omission(
            name: "redirect URI in the app", words: ["SCHEME://test.contoso.c"],
            redirect: "x-msauth-contoso://contoso"),
        Omission(
            name: "redirect URI in the registration", words: ["x-msauth-other://test.contoso.c", "egist"],
            redirect: "x-msauth-other://test.contoso.c"),
        Omission(name: "URL scheme", words: ["CFBundleURLTypes", "x-msauth-contoso"]) { _, bundle in
            bundle.bundle.schemes = ["contoso-help"]
        },
        Omission(name: "permission to ask", words: ["LSApplicationQueriesSchemes", "msauth"]) { _, bundle in
            bundle.bundle.queriedSchemes = ["msauthv2"]
        },
    ]

    @Test("R59: each omitted step gives a specific error that says what to add")
    func eachInTurn() async throws {
        try await onDevice(broker: .urlsOnly) { demo in
            // A policy that only the broker can satisfy: without it no failure would be visible.
            try await demo.admin.require("compliantDevice")
            let page: [String: JSONValue] = ["user": .string(SeedNames.ada), "password": .string(SeedNames.password)]
            var texts: Set<String> = []
            for omission in Self.omissions {
                let app = try await demo.installFaced(DemoApps.contosoC, .adal, redirect: omission.redirect) {
                    configuration, bundle in
                    configuration.credentialsType = "auto"
                    omission.adjust(&configuration, &bundle)
                }
                let answer = try await app.ask("sign-in", page)
                #expect(!answer.succeeded, "\(omission.name)")
                for word in omission.words {
                    #expect(answer.message.contains(word), "\(omission.name): \(answer.json)")
                }
                // No other step is blamed.
                for other in Self.omissions where other.name != omission.name {
                    #expect(!other.words.allSatisfy(answer.message.contains), "\(omission.name): \(answer.message)")
                }
                texts.insert(answer.message)
            }
            #expect(texts.count == Self.omissions.count)
            // With every step done the same app gets its token.
            let app = try await demo.installFaced(DemoApps.contosoC, .adal) { configuration, _ in
                configuration.credentialsType = "auto"
            }
            let answer = try await app.ask("sign-in", page)
            #expect(answer.succeeded, "\(answer.json)")
            #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
            #expect(try await demo.pagesShown(by: app) == [])
        }
    }
}
#endif
#endif
