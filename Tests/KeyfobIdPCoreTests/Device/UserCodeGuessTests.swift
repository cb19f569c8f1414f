import KeyfobConformance
import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Guessing user codes", .onEveryStore)
struct UserCodeGuessTests {
    private struct Page {
        let form: HTMLForm
        let cookies: String
    }

    private func open(_ provider: InMemoryProvider, _ fixture: ProviderFixture) async throws -> Page {
        let answer = try await provider.send(.get(try fixture.url("/common/oauth2/deviceauth")))
        let form = try #require(HTMLDocument(String(decoding: answer.body, as: UTF8.self)).forms.first)
        return Page(form: form, cookies: answer.cookieField)
    }

    private func enter(
        _ code: String, on page: Page, _ provider: InMemoryProvider, _ fixture: ProviderFixture
    ) async throws -> HTTPResponse {
        let values = page.form.submission(filling: ["user_code": code])
        var request = HTTPRequest.form(try fixture.url("/common/oauth2/deviceauth"), FormParameters(values))
        request.fields.set("Cookie", page.cookies)
        return try await provider.send(request)
    }

    private func pageName(_ answer: HTTPResponse) -> String? {
        HTMLDocument(String(decoding: answer.body, as: UTF8.self)).pageName
    }

    @Test("Ten wrong codes end a page: even the right one is refused there afterwards")
    func onePage() async throws {
        let fixture = try await ProviderFixture()
        let right = try await fixture.startDeviceCode().userCode
        let page = try await open(fixture.provider, fixture)
        for number in 0..<9 {
            let answer = try await enter("WRONG\(number)", on: page, fixture.provider, fixture)
            #expect(answer.status == 200 && pageName(answer) == "device-code")
        }
        #expect(try await enter("WRONG9", on: page, fixture.provider, fixture).status == 400)
        #expect(try await enter(right, on: page, fixture.provider, fixture).status == 400)
        // The code itself stays valid: another page accepts it.
        let other = try await open(fixture.provider, fixture)
        #expect(pageName(try await enter(right, on: other, fixture.provider, fixture)) == "sign-in")
    }

    @Test("An address that enters too many has to wait, on every page; others do not")
    func oneAddress() async throws {
        let fixture = try await ProviderFixture()
        let right = try await fixture.startDeviceCode().userCode
        var guesser = fixture.provider
        guesser.peer = "203.0.113.7"
        for number in 0..<10 {
            let page = try await open(guesser, fixture)
            for part in 0..<5 {
                let answer = try await enter("WRONG\(number)\(part)", on: page, guesser, fixture)
                #expect(pageName(answer) == "device-code")
            }
        }
        let page = try await open(guesser, fixture)
        let refused = try await enter(right, on: page, guesser, fixture)
        #expect(refused.status == 429)
        let wait = try #require(refused.fields["Retry-After"].flatMap { Int($0) })
        #expect((1...900).contains(wait))
        var neighbour = fixture.provider
        neighbour.peer = "203.0.113.8"
        let elsewhere = try await open(neighbour, fixture)
        #expect(pageName(try await enter(right, on: elsewhere, neighbour, fixture)) == "sign-in")
        fixture.clock.advance(seconds: Double(wait))
        let fresh = try await fixture.startDeviceCode().userCode
        let later = try await open(guesser, fixture)
        #expect(pageName(try await enter(fresh, on: later, guesser, fixture)) == "sign-in")
    }
}
