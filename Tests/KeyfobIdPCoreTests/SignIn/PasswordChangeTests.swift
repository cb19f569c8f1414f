import KeyfobCore
import KeyfobCrypto
import KeyfobIdP
import KeyfobIdPCore
import KeyfobIdPModel
import KeyfobOAuth
import KeyfobTesting
import Testing

/// The page on which a user chooses a new password.
@Suite("Password change")
struct PasswordChangeTests {
    /// Ada has to choose a new password: her browser is at the page, after her name and her old password.
    private func opened(_ fixture: inout ProviderFixture) async throws -> (HTTPURL, HTMLForm) {
        try await fixture.provider.store.transaction { transaction in
            var ada = try #require(try transaction.user(objectID: SeedData.adaID))
            ada.mustChangePassword = true
            try transaction.put(ada)
        }
        let url = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        var place = try await fixture.browser.open(url)
        for _ in 0..<3 {
            guard case .page(let address, let page, _) = place else { break }
            let form = try #require(page.forms.first)
            if page.pageName == "password-change" { return (address, form) }
            let values = form.submission(filling: ["login": "ada@contoso.test", "passwd": SeedData.password])
            place = try await fixture.browser.send(form, values, from: address)
        }
        return try #require(nil as (HTTPURL, HTMLForm)?, "The page for a new password did not come.")
    }

    private func filled(_ form: HTMLForm, old: String) -> [(String, String)] {
        form.submission(filling: ["passwd": old, "newpasswd": "Better-horse-9", "confirmpasswd": "Better-horse-9"])
    }

    @Test("The new password is hashed only after the old one was right: a guess costs one hash, as at any sign-in")
    func order() async throws {
        let store = InMemoryIdPStore()
        _ = try await ProviderFixture(store: store)
        // With these parameters no new hash can be made; the stored ones have their own.
        var fixture = try await ProviderFixture(store: store) { $0.passwordCost = ScryptParameters(n: 3, r: 8, p: 1) }
        let (address, form) = try await opened(&fixture)
        let wrong = try await fixture.browser.send(form, filled(form, old: "Wrong-horse-1"), from: address)
        guard case .page(let place, let page, let status) = wrong else {
            Issue.record("The sign-in went on with a wrong password.")
            return
        }
        #expect(page.pageName == "password-change" && status < 500, "\(page.text)")
        #expect(page.text.contains("50126"), "\(page.text)")
        // A hash is requested as soon as the old password is right.
        let again = try #require(page.forms.first)
        let right = try? await fixture.browser.send(again, filled(again, old: SeedData.password), from: place)
        if case .page(_, let page, let status) = right {
            #expect(status >= 500 && page.pageName != "password-change")
        } else if case .left = right {
            Issue.record("The password was changed without a hash.")
        }
        let ada = try #require(try await store.transaction { try $0.user(objectID: SeedData.adaID) })
        #expect(ada.mustChangePassword == true)
    }

    @Test("A new password signs in, and the old one no longer does")
    func change() async throws {
        var fixture = try await ProviderFixture()
        let (address, form) = try await opened(&fixture)
        _ = try await fixture.browser.send(form, filled(form, old: SeedData.password), from: address)
        let ada = try #require(try await fixture.provider.store.transaction { try $0.user(objectID: SeedData.adaID) })
        let hash = try #require(ada.passwordHash.flatMap(PasswordHash.init(encoded:)))
        #expect(hash.verifies(Secret("Better-horse-9")) && !hash.verifies(Secret(SeedData.password)))
        #expect(ada.mustChangePassword == nil && ada.revocationEpoch == 1)
    }
}
