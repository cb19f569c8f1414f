import KeyfobCore
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The directory as a file in the portal: export, plan and application.
@Suite("Files in the portal")
struct PortalFilesTests {
    private static let file = """
        users:
          - userPrincipalName: eve@contoso.test
            passwordProfile: {password: Correct-horse-1}
        groups:
          - displayName: Readers & Writers
            members: [eve@contoso.test]
        """

    /// Everything in the store that a file can change.
    private func state(_ visitor: PortalVisitor) async throws -> String {
        try await visitor.provider.store.transaction { transaction in
            "\(try transaction.tenants())\(try transaction.users())\(try transaction.applications())"
                + "\(try transaction.directoryObjects())\(try transaction.consents(tenantID: SeedData.tenantID))"
        }
    }

    /// The form that makes the changes of a plan, with what its page contains.
    private func confirmation(_ reply: PortalVisitor.Reply) throws -> [(String, String)] {
        let form = try #require(reply.document.forms.first { $0.action == "/portal/files/apply" })
        return form.controls.filter { $0.type == "hidden" && $0.name != "token" }.map { ($0.name, $0.value) }
    }

    private func message(_ reply: PortalVisitor.Reply) -> String { reply.document.textByID["error-message"] ?? "" }

    /// An administrator of Fabrikam, in another browser.
    private func alan(_ grace: PortalVisitor) async throws -> PortalVisitor {
        try await grace.provider.store.transaction { transaction in
            var fabrikam = try #require(try transaction.tenants().first { $0.id == SeedData.fabrikamID })
            fabrikam.administrators = ["22222222-0000-4000-8000-000000000005"]
            try transaction.put(fabrikam)
        }
        var alan = grace.another()
        #expect(try await alan.signIn(as: "alan@fabrikam.test").page == "portal-overview")
        return alan
    }

    @Test("A pasted file is planned first, then applied, and its user signs in; afterwards nothing is left to change")
    func apply() async throws {
        var visitor = try await PortalVisitor.signedIn()
        #expect(try await visitor.open("/portal").text.contains("href=\"/portal/files\""))
        #expect(try await visitor.open("/portal/files").page == "portal-files")
        let before = try await state(visitor)
        let plan = try await visitor.upload("/portal/files/plan", [("text", Self.file)])
        #expect(plan.page == "portal-files-plan" && plan.status == 200)
        #expect(plan.document.textByID["counts"]?.hasPrefix("2 to create, 0 to change, 0 to remove.") == true)
        #expect(plan.document.text.contains("eve@contoso.test") && plan.document.text.contains("Readers & Writers"))
        #expect(try await state(visitor) == before)
        let done = try await visitor.upload("/portal/files/apply", confirmation(plan))
        #expect(done.page == "portal-files" && done.document.textByID["notice"] == "The changes of the file are made.")
        var eve = visitor.another()
        var reply = try await eve.open("/portal")
        for _ in 0..<3 where reply.page == "sign-in" {
            let form = try #require(reply.document.forms.first)
            let values = form.submission(filling: ["login": "eve@contoso.test", "passwd": "Correct-horse-1"])
            reply = try await eve.send(form.action, values)
        }
        #expect(reply.page == "portal-no-role")
        let again = try await visitor.upload("/portal/files/plan", [("text", "")], file: Self.file)
        #expect(again.document.textByID["nothing"] != nil && !again.text.contains("/portal/files/apply"))
    }

    @Test("A chosen file is applied as it is, with the ends of lines of any system")
    func chosen() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let file = Self.file.split(separator: "\n").joined(separator: "\r\n")
        let plan = try await visitor.upload("/portal/files/plan", [("text", "")], file: file)
        // A browser sends the text of the hidden field back with CR and LF.
        let form = try confirmation(plan).map { name, value in
            (name, name == "text" ? value.split(separator: "\n").joined(separator: "\r\n") : value)
        }
        #expect(try await visitor.upload("/portal/files/apply", form).page == "portal-files")
        #expect(try await visitor.user("eve@contoso.test").passwordHash != nil)
        let both = try await visitor.upload("/portal/files/plan", [("text", Self.file)], file: Self.file)
        #expect(both.status == 400 && message(both).contains("Leave one of them out"))
        let none = try await visitor.upload("/portal/files/plan", [("text", " \r\n")])
        #expect(none.status == 400 && message(none).contains("Paste the text"))
    }

    @Test("What is applied is what was planned: another text, another option or another plan changes nothing")
    func changedInBetween() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let plan = try await visitor.upload("/portal/files/plan", [("text", Self.file)])
        let form = try confirmation(plan)
        let before = try await state(visitor)
        let other = form.map { ($0.0, $0.0 == "text" ? $0.1.replacing("Readers", with: "Owners") : $0.1) }
        let group = try confirmation(
            try await visitor.upload("/portal/files/plan", [("text", "groups: [{displayName: G}]")]))
        for changed in [other, group + [("prune", "on")], form.filter { $0.0 != "seal" }] {
            let refused = try await visitor.upload("/portal/files/apply", changed)
            #expect(refused.status == 409 && refused.page == "portal-files-plan")
            #expect(message(refused).hasPrefix("This is not the file whose plan you have seen."))
        }
        // A plan of another session.
        var second = visitor.another()
        try await second.signIn(as: PortalVisitor.grace)
        #expect(try await second.upload("/portal/files/apply", form).status == 409)
        #expect(try await state(visitor) == before)
        // The directory changes in between.
        try await visitor.post(
            "/portal/users", [("userPrincipalName", "eve@contoso.test"), ("displayName", "Eve")])
        let stale = try await visitor.upload("/portal/files/apply", form)
        #expect(stale.status == 409 && message(stale).hasPrefix("The directory has changed since you saw the plan."))
        #expect(stale.document.text.contains("passwordProfile.password"))
        #expect(try await visitor.user("eve@contoso.test").passwordHash == nil)
        #expect(try await visitor.upload("/portal/files/apply", confirmation(stale)).page == "portal-files")
        #expect(try await visitor.user("eve@contoso.test").passwordHash != nil)
    }

    @Test("Prune removes what the file does not name only where it is chosen, and the plan shows it")
    func prune() async throws {
        var visitor = try await PortalVisitor.signedIn()
        try await visitor.post("/portal/groups", [("displayName", "Old group")])
        let file = "groups: [{displayName: New group}]"
        let kept = try await visitor.upload("/portal/files/plan", [("text", file)])
        #expect(!kept.document.text.contains("Old group"))
        let plan = try await visitor.upload("/portal/files/plan", [("text", file), ("prune", "on")])
        #expect(plan.document.text.contains("Old group"))
        #expect(plan.document.textByID["counts"]?.hasPrefix("1 to create, 0 to change, 1 to remove.") == true)
        #expect(try await visitor.upload("/portal/files/apply", confirmation(plan)).page == "portal-files")
        let groups = try await visitor.open("/portal/groups").document.text
        #expect(groups.contains("New group") && !groups.contains("Old group"))
        #expect(try await visitor.open("/portal/deleted").document.text.contains("Old group"))
        // No user could give the role back.
        let last = try await visitor.upload("/portal/files/plan", [("text", "users: []"), ("prune", "on")])
        #expect(last.status == 400 && message(last).contains("no Global Administrator"))
    }

    @Test("A broken file changes nothing, is shown again, and its error names line, column and member")
    func broken() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let before = try await state(visitor)
        let text = Self.file + "\n    descriptoin: x\n"
        for path in ["plan", "apply"] {
            let refused = try await visitor.upload("/portal/files/\(path)", [("text", text)])
            #expect(refused.status == 400 && refused.page == "portal-files")
            #expect(message(refused).hasPrefix("Line 7, column 5, member 'descriptoin': "), "\(message(refused))")
            #expect(refused.text.contains("descriptoin: x") && refused.text.contains("href=\"#plan-text\""))
        }
        let unreadable = try await visitor.upload("/portal/files/plan", [("text", "a: [")])
        #expect(message(unreadable).hasPrefix("Line 1"))
        let markup = try await visitor.upload(
            "/portal/files/plan", [("text", "</textarea><script>alert(1)</script>: 1")])
        #expect(markup.status == 400 && !markup.text.contains("<script"))
        #expect(try await state(visitor) == before)
    }

    @Test("An export is a download that no cache keeps, has a hash only where it is chosen, and changes nothing")
    func export() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let before = try await state(visitor)
        for secrets in [false, true] {
            let reply = try await visitor.post("/portal/files/export", secrets ? [("withSecrets", "on")] : [])
            #expect(reply.status == 200 && reply.response.fields["Cache-Control"] == "no-store")
            #expect(reply.response.fields["Content-Disposition"] == "attachment; filename=\"contoso.test.yaml\"")
            #expect(reply.text.contains("ada@contoso.test") && reply.text.contains("Contoso Suite"))
            for secret in ["$scrypt", "passwordHash", "secretHash", "subjectSalt", "authenticatorKey"] {
                #expect(secrets || !reply.text.contains(secret), "\(secret)")
            }
            #expect(reply.text.contains("passwordHash: ") == secrets)
            #expect(!reply.text.contains("alan@fabrikam.test") && !reply.text.contains("Microsoft Teams"))
            try await visitor.open("/portal/files")
            let plan = try await visitor.upload(
                "/portal/files/plan", [("text", ""), ("prune", "on")], file: reply.text)
            #expect(plan.document.textByID["nothing"] != nil, "\(message(plan)) \(plan.document.text)")
        }
        #expect(try await state(visitor) == before)
        #expect(try await visitor.open("/portal/files/export").status == 405)
    }

    @Test("Only a Global Administrator sees the page, exports and applies")
    func roles() async throws {
        var grace = try await PortalVisitor.signedIn()
        let file = try await grace.upload("/portal/files/plan", [("text", Self.file)])
        let form = try confirmation(file)
        // Global Reader, Privileged Role Administrator, User Administrator
        for role in [
            "f2ef992c-3afb-46b9-b7cf-a126ee74c451", "e8611ab8-c189-46e8-94e1-60213ab1f814",
            "fe930be7-5e62-47db-91af-98c3a49a38b1",
        ] {
            try await grace.post("/portal/roles/add", [("user", PortalVisitor.ada), ("role", role)])
        }
        var ada = grace.another()
        try await ada.signIn(as: PortalVisitor.ada)
        let before = try await state(grace)
        #expect(try await !ada.open("/portal").text.contains("/portal/files"))
        #expect(try await ada.open("/portal/files").status == 403)
        #expect(try await ada.post("/portal/files/export").status == 403)
        #expect(try await ada.post("/portal/files/export", [("withSecrets", "on")]).status == 403)
        #expect(try await ada.upload("/portal/files/plan", [("text", Self.file)]).status == 403)
        #expect(try await ada.upload("/portal/files/apply", form).status == 403)
        #expect(try await state(grace) == before)
    }

    @Test("An administrator of one tenant neither reads nor changes another one, the provider or the platform")
    func otherTenants() async throws {
        var grace = try await PortalVisitor.signedIn()
        var alan = try await alan(grace)
        let export = try await alan.post("/portal/files/export", [("withSecrets", "on")])
        #expect(export.text.contains("alan@fabrikam.test") && !export.text.contains("grace@contoso.test"))
        let before = try await state(grace)
        let files = [
            "tenants: [{domains: [contoso.test], displayName: Taken}]",
            "tenants: [{id: \(SeedData.tenantID), users: [{userPrincipalName: grace@contoso.test, jobTitle: x}]}]",
            "tenants: [{domains: [new.test]}]", "tenants: [{domains: [fabrikam.test]}, {displayName: Contoso}]",
            "tenants: [{domains: [fabrikam.test], hosts: [login.contoso.test]}]",
            "users: [{userPrincipalName: grace@contoso.test, passwordProfile: {password: \(SeedData.password)}}]",
            "users: [{id: \(SeedData.graceID), userPrincipalName: x@fabrikam.test}]",
            "applications: [{appId: \(SeedData.suiteClientID), displayName: Taken}]",
            "applications: [{appId: \(SeedData.officeClientID), displayName: Taken}]",
            "applications: [{displayName: Grown, isFirstParty: true}]",
        ]
        for file in files {
            for path in ["plan", "apply"] {
                try await alan.open("/portal/files")
                let refused = try await alan.upload("/portal/files/\(path)", [("text", file)])
                #expect(refused.status == 400 && refused.page == "portal-files", "\(file): \(message(refused))")
            }
        }
        #expect(try await state(grace) == before)
        // The form of one tenant's administrator does not work in the other's session.
        try await alan.open("/portal/files")
        let form = try confirmation(
            try await alan.upload("/portal/files/plan", [("text", "groups: [{displayName: Own}]")]))
        try await grace.open("/portal/files")
        #expect(try await grace.upload("/portal/files/apply", form).status == 409)
        #expect(try await alan.upload("/portal/files/apply", form).page == "portal-files")
        let owners = try await grace.provider.store.transaction { try $0.directoryObjects() }
            .filter { $0.document.contains("Own") }.map(\.tenantID)
        #expect(owners == [SeedData.fabrikamID])
    }

    @Test("A forged, malformed or too large form changes nothing")
    func forged() async throws {
        var visitor = try await PortalVisitor.signedIn()
        let plan = try await visitor.upload("/portal/files/plan", [("text", Self.file)])
        let form = try confirmation(plan)
        let before = try await state(visitor)
        for path in ["/portal/files/plan", "/portal/files/apply"] {
            #expect(try await visitor.upload(path, form, token: "").status == 401)
            #expect(try await visitor.upload(path, form, token: String(repeating: "x", count: 43)).status == 401)
            for (name, value) in [
                ("Origin", "https://evil.test"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"),
            ] {
                #expect(try await visitor.upload(path, form, fields: [(name, value)]).status == 403)
            }
            var stranger = visitor.another()
            #expect(try await stranger.upload(path, form, token: visitor.token).status == 401)
            #expect(try await visitor.post(path, form).status == 400)
            let start = "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(visitor.token)"
            for body in [
                "", "--b", "--b--", "--b\r\n--b--", start, "\(start)\r\n--b", "\(start)\r\n\(start)\r\n--b--",
                "--b\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
                "--b" + String(repeating: "\r\n", count: 4000) + "--b--", "x\(start)\r\n--b--",
                String(repeating: "\(start)\r\n".replacing("token", with: "t"), count: 30) + "--b--",
            ] {
                let refused = try await visitor.send(
                    path, body: Array(body.utf8), type: "multipart/form-data; boundary=b")
                #expect([400, 401].contains(refused.status), "\(body.prefix(80)): \(refused.status)")
            }
            let binary = Array("\(start)\r\n--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n".utf8)
            let refused = try await visitor.send(
                path, body: binary + [0xFF, 0xFE] + Array("\r\n--b--".utf8), type: "multipart/form-data; boundary=\"b\""
            )
            #expect(refused.status == 400 && message(refused).contains("not UTF-8"))
            for type in ["multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=b"] {
                #expect(
                    try await visitor.send(path, body: Array("\(start)\r\n--b--".utf8), type: type).status == 400)
            }
            let long = String(repeating: "#", count: 1_000_001)
            let large = try await visitor.upload(path, [("text", ""), ("padding", "")], file: long)
            #expect(large.status == 400 && message(large).contains("keyfob idp apply"))
            #expect(try await visitor.upload(path, [], file: long + String(long.prefix(60_000))).status == 413)
        }
        #expect(try await state(visitor) == before)
    }
}
