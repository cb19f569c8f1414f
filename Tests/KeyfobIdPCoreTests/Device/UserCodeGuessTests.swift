import KeyfobCore
import KeyfobIdPCore
import KeyfobOAuth
import KeyfobTesting
import Testing

@Suite("Guessing user codes")
struct UserCodeGuessTests {
    private struct Page {
        let form: HTMLForm
        let cookies: String
    }

    private func open(_ provider: InMemoryProvider, _ desk: Desk) async throws -> Page {
        let answer = try await provider.send(.get(try desk.url("/common/oauth2/deviceauth")))
        let form = try #require(HTMLDocument(String(decoding: answer.body, as: UTF8.self)).forms.first)
        return Page(form: form, cookies: answer.cookieField)
    }

    private func enter(
        _ code: String, on page: Page, _ provider: InMemoryProvider, _ desk: Desk
    ) async throws -> HTTPResponse {
        let values = page.form.submission(filling: ["user_code": code])
        var request = HTTPRequest.form(try desk.url("/common/oauth2/deviceauth"), FormParameters(values))
        request.fields.set("Cookie", page.cookies)
        return try await provider.send(request)
    }

    private func pageName(_ answer: HTTPResponse) -> String? {
        HTMLDocument(String(decoding: answer.body, as: UTF8.self)).pageName
    }

    @Test("Ten wrong codes end a page: even the right one is refused there afterwards")
    func onePage() async throws {
        let desk = try await Desk()
        let right = try await desk.startDeviceCode().userCode
        let page = try await open(desk.provider, desk)
        for number in 0..<9 {
            let answer = try await enter("WRONG\(number)", on: page, desk.provider, desk)
            #expect(answer.status == 200 && pageName(answer) == "device-code")
        }
        #expect(try await enter("WRONG9", on: page, desk.provider, desk).status == 400)
        #expect(try await enter(right, on: page, desk.provider, desk).status == 400)
        // The code itself stays valid: another page accepts it.
        let other = try await open(desk.provider, desk)
        #expect(pageName(try await enter(right, on: other, desk.provider, desk)) == "sign-in")
    }

    @Test("An address that enters too many has to wait, on every page; others do not")
    func oneAddress() async throws {
        let desk = try await Desk()
        let right = try await desk.startDeviceCode().userCode
        var guesser = desk.provider
        guesser.peer = "203.0.113.7"
        for number in 0..<10 {
            let page = try await open(guesser, desk)
            for part in 0..<5 {
                let answer = try await enter("WRONG\(number)\(part)", on: page, guesser, desk)
                #expect(pageName(answer) == "device-code")
            }
        }
        let page = try await open(guesser, desk)
        let refused = try await enter(right, on: page, guesser, desk)
        #expect(refused.status == 429)
        let wait = try #require(refused.fields["Retry-After"].flatMap { Int($0) })
        #expect((1...900).contains(wait))
        var neighbour = desk.provider
        neighbour.peer = "203.0.113.8"
        let elsewhere = try await open(neighbour, desk)
        #expect(pageName(try await enter(right, on: elsewhere, neighbour, desk)) == "sign-in")
        desk.clock.advance(seconds: Double(wait))
        let fresh = try await desk.startDeviceCode().userCode
        let later = try await open(guesser, desk)
        #expect(pageName(try await enter(fresh, on: later, guesser, desk)) == "sign-in")
    }
}
