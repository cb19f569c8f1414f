#if Server
import KeyfobTesting
import KeyfobCore
extension Claim {
    /// The third act: isolation between clients, and removal.
    static let walls: [Claim] = [
        Claim("An app with another client id finds nothing in the same group.") { demo in
            let maliciousApp = try demo.launch("X", client: SeedNames.otherVendor, redirect: "http://localhost")
            let accounts = try await maliciousApp.ask("accounts").accounts
            let call = try await maliciousApp.ask("call")
            await maliciousApp.quit()
            try require(accounts.isEmpty, "it lists \(accounts)")
            try require(call, failedWith: "interactionRequired", "X")
            return "0 accounts, interactionRequired. Proves: credentials answer only to their client id. Does not "
                + "prove a wall between processes of one Linux user: those are one principal"
        },
        Claim("An app of the suite that names another access group finds nothing.") { demo in
            let maliciousApp = try demo.launch(
                "Y", client: SeedNames.suite, redirect: "http://localhost/contoso-b", group: "test.contoso.other")
            let accounts = try await maliciousApp.ask("accounts").accounts
            let call = try await maliciousApp.ask("call")
            await maliciousApp.quit()
            try require(accounts.isEmpty, "it lists \(accounts)")
            try require(call, failedWith: "interactionRequired", "Y")
            return "0 accounts, interactionRequired. Proves: groups are separate stores. Without an operating "
                + "system's keychain the group's name is a name, not a wall"
        },
        Claim("Removing the account in A leaves B signed in.") { demo in
            try requireSuccess(await demo.a.ask("remove", user: SeedNames.ada), "A")
            let atA = try await demo.a.ask("accounts").accounts
            let call = try await demo.a.ask("call", user: SeedNames.ada)
            let b = try await demo.b.ask("call", user: SeedNames.ada)
            try require(!atA.contains(SeedNames.ada), "A still lists \(atA)")
            try require(call, failedWith: "interactionRequired", "A")
            try requireSuccess(b, "B")
            _ = try demo.api.accept(b.token)
            return "A lists \(atA.joined(separator: ", ")) and gets interactionRequired for \(SeedNames.ada); B calls "
                + "the API as before"
        },
    ]
}
#endif
