#if Server
import Foundation
import KeyfobCore
import KeyfobTesting
import Testing

@testable import KeyfobDemo

/// Apps of one suite, each its own process, with a provider over TLS and a person with a browser.
@Suite("Apps of one suite")
struct SuiteTests {
    @Test("R1-part, R35: the user signs in at A with one password prompt, and B and C are silent")
    func oneSignInForAll() async throws {
        try await withDemo { demo in
            for claim in Claim.signInOnce { _ = try await claim.prove(demo) }
            #expect(try await demo.admin.count("password_prompt") == 1)
            #expect(try demo.browserFolder.visits().count == 1)
        }
    }

    @Test("R11: without a broker A shows its own sign-in, and the credentials are in A's group and in no other")
    func signInWithoutBroker() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            #expect(try demo.browserFolder.lastVisit().pages.contains("sign-in"))
            let sameGroup = try demo.launch("Same", redirect: "http://localhost/contoso-b")
            let otherGroup = try demo.launch(
                "Other", redirect: "http://localhost/contoso-b", group: "test.contoso.other")
            #expect(try await sameGroup.ask("accounts").accounts == [SeedNames.ada])
            #expect(try await otherGroup.ask("accounts").accounts.isEmpty)
            await sameGroup.quit()
            await otherGroup.quit()
            let kept = try FileManager.default.subpathsOfDirectory(atPath: "\(demo.directory)/home")
            #expect(kept.contains { $0.contains(DemoEnvironment.group) })
        }
    }

    @Test("R12-part: another client id, in the same group, reads nothing")
    func anotherClientReadsNothing() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            let stranger = try demo.launch("X", client: SeedNames.otherVendor, redirect: "http://localhost")
            #expect(try await stranger.ask("accounts").accounts.isEmpty)
            #expect(try await stranger.ask("call").code == "interactionRequired")
            await stranger.quit()
        }
    }

    @Test("R23: an app of the suite that does not name the shared group is not signed in")
    func groupNotNamed() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            let b = try demo.launch(
                "B", redirect: "http://localhost/contoso-b", group: AccessGroup.standard.name)
            #expect(try await b.ask("call").code == "interactionRequired")
            await b.quit()
            try requireSuccess(await demo.b.ask("call"), "B, with the group")
        }
    }

    @Test("R25: three apps sign in with a redirect URI each, the audit log distinguishes them, another is refused")
    func redirectsTellAppsApart() async throws {
        try await withDemo { demo in
            for app in demo.suite { try requireSuccess(await app.ask("sign-in", user: SeedNames.ada), app.name) }
            let issued = try await demo.admin.signIns().filter { $0["event"]?.stringValue == "tokens_issued" }
            let paths = issued.compactMap { HTTPURL($0["redirect_uri"]?.stringValue ?? "")?.path }
            #expect(paths == ["/contoso-a", "/contoso-b", "/contoso-c"])
            _ = try await demo.proveRefusal(
                client: SeedNames.suite, redirect: "http://localhost/contoso-d", number: 50011)
        }
    }

    @Test("R5-part: an app whose client id is not registered gets a specific error, before a browser opens")
    func unknownClient() async throws {
        try await withDemo { demo in
            let evidence = try await demo.proveUnknownClient("aaaaaaaa-0000-4000-8000-00000000ffff")
            #expect(evidence.contains("AADSTS700016"))
        }
    }

    @Test("R33: after a wipe a service without a browser gets interactionRequired at once, and recovers by itself")
    func serviceRecovers() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            let service = try demo.launch("S", redirect: "http://localhost/contoso-b", browser: false)
            try requireSuccess(await service.ask("call"), "the service")
            try requireSuccess(await demo.a.ask("wipe", user: SeedNames.ada), "A")
            let visits = try demo.browserFolder.visits().count
            #expect(try await service.ask("call", user: SeedNames.ada).code == "interactionRequired")
            #expect(try demo.browserFolder.visits().count == visits)
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            let answer = try await service.ask("call", user: SeedNames.ada)
            try requireSuccess(answer, "the service")
            #expect(try demo.api.accept(answer.token).scopes.contains("Files.Read"))
            await service.quit()
        }
    }

    @Test("R34: removal is narrow unless the wipe is called by its name")
    func removalIsNarrow() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            try requireSuccess(await demo.b.ask("call"), "B")
            try requireSuccess(await demo.a.ask("remove", user: SeedNames.ada), "A")
            #expect(try await demo.a.ask("call", user: SeedNames.ada).code == "interactionRequired")
            try requireSuccess(await demo.b.ask("call", user: SeedNames.ada), "B")
            try requireSuccess(await demo.b.ask("wipe", user: SeedNames.ada), "B")
            for app in demo.suite { #expect(try await app.ask("accounts").accounts.isEmpty) }
        }
    }

    @Test("R36: a running app sees the user that another app signed in, without a restart")
    func userListIsShared() async throws {
        try await withDemo { demo in
            #expect(try await demo.b.ask("accounts").accounts.isEmpty)
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            #expect(try await demo.b.ask("accounts").accounts == [SeedNames.ada])
            try demo.browserFolder.setUser(SeedNames.grace)
            try requireSuccess(await demo.c.ask("sign-in", user: SeedNames.grace), "C")
            #expect(try await demo.b.ask("accounts").accounts == [SeedNames.ada, SeedNames.grace])
        }
    }

    @Test("R148: an app that is restarted is signed in, since tokens are stored by default")
    func restartIsSilent() async throws {
        try await withDemo { demo in
            let first = try demo.launch("A1", redirect: "http://localhost/contoso-a")
            try requireSuccess(await first.ask("sign-in", user: SeedNames.ada), "A")
            await first.quit()
            let second = try demo.launch("A2", redirect: "http://localhost/contoso-a")
            // Without the provider only tokens on the disk are available.
            let grants = try await demo.admin.signIns().count
            await demo.provider.stop()
            let answer = try await second.ask("call")
            try requireSuccess(answer, "A, restarted")
            #expect(answer.source == "cache")
            try await demo.provider.start()
            #expect(try demo.api.accept(answer.token).user == SeedNames.ada)
            #expect(try await demo.admin.signIns().count == grants)
            #expect(try await demo.admin.count("password_prompt") == 1)
            await second.quit()
        }
    }

    @Test("R106: removal in one app leaves the other apps and the system browser signed in")
    func removalLeavesTheRest() async throws {
        try await withDemo { demo in
            try requireSuccess(await demo.a.ask("sign-in", user: SeedNames.ada), "A")
            try requireSuccess(await demo.b.ask("call"), "B")
            try requireSuccess(await demo.a.ask("remove", user: SeedNames.ada), "A")
            try requireSuccess(await demo.b.ask("call", user: SeedNames.ada), "B")
            // The browser still has the session: another app of another client signs in without a password.
            let notes = try demo.launch("N", client: SeedNames.otherVendor, redirect: "http://localhost")
            try requireSuccess(await notes.ask("sign-in"), "Fabrikam Notes")
            #expect(try await demo.admin.count("password_prompt") == 1)
            await notes.quit()
        }
    }
}
#endif
