import KeyfobCache
import KeyfobCore
import Testing

@Suite("Writing the shared cache")
struct SharedCacheWritingTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("A new cache has the layout, keys and spelling of MSAL Python")
    func fresh() throws {
        let bytes = try SharedCaches.edit(Array("{}".utf8)) { transaction in
            var response = SharedCaches.response("token", scopes: ["b.Read", "User.Read"])
            response.username = "Zoë@contoso.example"
            try CredentialRules.save(response, in: transaction)
        }
        let home = SharedCaches.home
        let (client, tenant, uid) = (SharedCaches.client, SharedCaches.tenant, SharedCaches.uid)
        #expect(
            text(bytes) == """
                {
                    "AccessToken": {
                        "\(home)-login.microsoftonline.com-accesstoken-\(client)-\(tenant)-user.read b.read": {
                            "credential_type": "AccessToken",
                            "secret": "token",
                            "home_account_id": "\(home)",
                            "environment": "login.microsoftonline.com",
                            "client_id": "\(client)",
                            "target": "User.Read b.Read",
                            "realm": "\(tenant)",
                            "token_type": "Bearer",
                            "cached_at": "1900000100",
                            "expires_on": "1900003700",
                            "extended_expires_on": "1900003700"
                        }
                    },
                    "Account": {
                        "\(home)-login.microsoftonline.com-\(tenant)": {
                            "home_account_id": "\(home)",
                            "environment": "login.microsoftonline.com",
                            "realm": "\(tenant)",
                            "local_account_id": "\(uid)",
                            "username": "Zo\\u00eb@contoso.example",
                            "authority_type": "MSSTS"
                        }
                    },
                    "RefreshToken": {
                        "\(home)-login.microsoftonline.com-refreshtoken-\(client)--": {
                            "credential_type": "RefreshToken",
                            "secret": "refresh of token",
                            "home_account_id": "\(home)",
                            "environment": "login.microsoftonline.com",
                            "client_id": "\(client)",
                            "last_modification_time": "1900000100"
                        }
                    },
                    "AppMetadata": {
                        "appmetadata-login.microsoftonline.com-\(client)": {
                            "client_id": "\(client)",
                            "environment": "login.microsoftonline.com"
                        }
                    },
                    "SignInState": {
                        "\(home)-signinstate-\(client)-app": {
                            "home_account_id": "\(home)",
                            "client_id": "\(client)",
                            "app": "app",
                            "sign_in_state": "signed_in"
                        }
                    }
                }
                """)
    }

    @Test("A family's refresh token is one entry that is also the client's own")
    func family() throws {
        let bytes = try SharedCaches.edit(Array("{}".utf8)) { transaction in
            var response = SharedCaches.response("token")
            response.familyID = "1"
            try CredentialRules.save(response, in: transaction)
        }
        let document = try SharedCacheDocument(parsing: bytes)
        #expect(document.keys(of: "RefreshToken").count == 1)
        let again = try SharedCaches.edit(bytes) { transaction in
            var response = SharedCaches.response("second")
            response.familyID = "1"
            try CredentialRules.save(response, in: transaction)
        }
        #expect(try SharedCacheDocument(parsing: again).keys(of: "RefreshToken") == document.keys(of: "RefreshToken"))
        let partition = try #require(try SharedCaches.contents(again).partition(homeAccountID: SharedCaches.home))
        #expect(
            try partition.refreshTokens.map { try $0.secret.reveal() } == ["refresh of second", "refresh of second"])
    }

    @Test("Of duplicates the newer one is rewritten, the older one removed, and another client's kept")
    func twins() throws {
        let bytes = try SharedCaches.edit(SharedCaches.bytes("msal-python.json")) { transaction in
            var response = SharedCaches.response("new")
            response.familyID = "1"
            try CredentialRules.save(response, in: transaction)
        }
        let document = try SharedCacheDocument(parsing: bytes)
        let prefix = "\(SharedCaches.home)-\(SharedCaches.host)-refreshtoken-"
        #expect(
            document.keys(of: "RefreshToken") == [
                prefix + "\(SharedCaches.client)--", prefix + "d0d0d0d0-1111-4222-8333-777777777777--files.read",
            ])
        #expect(!text(bytes).contains("python-stale") && text(bytes).contains("python-other-client"))
    }

    @Test("A library's further members of a token survive its replacement, unless they describe the old one")
    func unknownMembers() throws {
        let bytes = try SharedCaches.edit(SharedCaches.bytes("msal-dotnet.json")) { transaction in
            try CredentialRules.save(
                SharedCaches.response("new", scopes: ["Files.Read", "Files.Write"]), in: transaction)
        }
        let document = try SharedCacheDocument(parsing: bytes)
        let key = try #require(document.keys(of: "AccessToken").first)
        let entry = try JSONValue(parsing: document.text(of: key, in: "AccessToken") ?? "")
        #expect(entry["secret"] == "new" && entry["client_info"] == "eyJ1aWQiOiJ4In0")
        #expect(entry["ext_expires_on"] == "1900003700" && entry["extended_expires_on"] == "1900003700")
        #expect(entry["refresh_on"] == nil && entry["token_type"] == nil)
        #expect(entry["environment"] == "login.windows.net")
        #expect(!bytes.contains(0x0A), "as compact as before")
    }

    @Test("Signing out removes the users that MSAL Python would list, and keeps those of another client")
    func signingOut() throws {
        let saved = try SharedCaches.edit(Array("{}".utf8)) { transaction in
            try CredentialRules.save(SharedCaches.response("first"), in: transaction)
            try CredentialRules.save(SharedCaches.response("second", client: "other"), in: transaction)
        }
        let signOut = { (bytes: [UInt8], client: String) in
            try SharedCaches.edit(bytes) { transaction in
                try CredentialRules.signOut(
                    homeAccountID: SharedCaches.home, clientID: client, app: "app", in: transaction)
            }
        }
        let one = try SharedCacheDocument(parsing: signOut(saved, SharedCaches.client))
        #expect(one.keys(of: "Account").count == 1 && one.keys(of: "RefreshToken").count == 1)
        let both = try SharedCacheDocument(parsing: signOut(one.bytes, "other"))
        #expect(both.keys(of: "Account").isEmpty && both.keys(of: "RefreshToken").isEmpty)
        #expect(both.keys(of: "AccessToken").isEmpty && both.keys(of: "AppMetadata").count == 2)
    }

    @Test("Wiping removes everything of the account, including duplicates and unknown kinds")
    func wiping() throws {
        for file in SharedCacheFormatTests.libraries.map(\.file) {
            let bytes = try SharedCaches.edit(SharedCaches.bytes(file)) { transaction in
                try CredentialRules.wipe(homeAccountID: SharedCaches.home, in: transaction)
            }
            // An entry that a duplicate hid becomes visible when that is removed.
            #expect(try SharedCaches.contents(bytes).partition(homeAccountID: SharedCaches.home) == nil, "\(file)")
        }
    }

    @Test("An account keeps the cache's spelling")
    func spelling() throws {
        let bytes = try SharedCaches.edit(SharedCaches.bytes("msal-python-genuine.json")) { transaction in
            var input = SaveInput(
                homeAccountID: "adfs-sub", environment: "fs.msidlab8.example", realm: "adfs", clientID: "other",
                app: "app", localAccountID: "x", username: "", cachedAt: 1, expiresOn: 2)
            input.refreshToken = Secret("new")
            try CredentialRules.save(input, in: transaction)
        }
        let document = try SharedCacheDocument(parsing: bytes)
        let key = try #require(document.keys(of: "RefreshToken").last)
        let entry = try JSONValue(parsing: document.text(of: key, in: "RefreshToken") ?? "")
        #expect(entry["home_account_id"] == "ADFS-Sub")
        #expect(key == "adfs-sub-fs.msidlab8.example-refreshtoken-other--")
    }
}
