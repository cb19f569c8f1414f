import Foundation
import KeyfobBackport
import KeyfobCore
import KeyfobCrypto
import KeyfobOAuth
import KeyfobTesting
import Testing

@testable import KeyfobIdPCore

@Suite("Concurrent password checks")
struct PasswordQueueTests {
    @Test("When the queue of passwords is full, the next form gets a 503 and a time to wait")
    func full() async throws {
        let fixture = try await ProviderFixture { configuration in
            configuration.passwordCost = .standard
            configuration.passwordQueue = 1
        }
        let sent = try await Self.form(fixture)
        let provider = fixture.provider
        let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for _ in 0..<12 { group.addTask { try await provider.send(sent) } }
            return try await group.reduce(into: [HTTPResponse]()) { $0.append($1) }
        }
        let refused = answers.filter { $0.status == 503 }
        #expect(!refused.isEmpty && refused.count < 12)
        #expect(refused.allSatisfy { $0.fields["Retry-After"] == "5" })
        #expect(answers.allSatisfy { $0.status == 503 || $0.status == 200 })
        let wrong = try await fixture.provider.admin.signIns().filter { $0["event"] == "password_refused" }
        #expect(wrong.count == 12 - refused.count)
    }

    @Test("A password that waits too long gets a 503, and is not checked")
    func late() async throws {
        let fixture = try await ProviderFixture { $0.passwordPatience = .zero }
        let answer = try await fixture.provider.send(Self.form(fixture))
        #expect(answer.status == 503 && answer.fields["Retry-After"] == "5")
        let wrong = try await fixture.provider.admin.signIns().filter { $0["event"] == "password_refused" }
        #expect(wrong.isEmpty)
        let patient = try await ProviderFixture()
        #expect(try await patient.provider.send(Self.form(patient)).status == 200)
    }

    @Test("As many checks as there are processors leave other requests their threads")
    func threads() async throws {
        // Each check occupies a processor until a task has run at the same time as all of them.
        let count = ProcessInfo.processInfo.activeProcessorCount
        let running = Atomic(0)
        let hasRun = Atomic(false)
        let checker = PasswordChecker(cost: .test, places: count, patience: .seconds(60), threads: count) { _, _ in
            running.add(1, ordering: .relaxed)
            let end = ContinuousClock.now + .seconds(30)
            while !hasRun.load(ordering: .relaxed), ContinuousClock.now < end {}
            return hasRun.load(ordering: .relaxed)
        }
        let hash = try PasswordHash(password: Secret("right"), salt: Array(repeating: 1, count: 16), parameters: .test)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { try await checker.verifies(Secret("right"), hash: hash.encoded) }
            }
            while running.load(ordering: .relaxed) < count { await Task.yield() }
            hasRun.store(true, ordering: .relaxed)
            for try await isRight in group { #expect(isRight) }
        }
    }

    /// The form of the sign-in page with a wrong password, and the cookie of its browser.
    private static func form(_ fixture: ProviderFixture) async throws -> HTTPRequest {
        let begin = try fixture.url("/common/oauth2/v2.0/authorize", fixture.authorization(scope: "openid"))
        let page = try await fixture.provider.send(.get(begin))
        let document = HTMLDocument(String(decoding: page.body, as: UTF8.self))
        let flow = try #require(document.forms.first?.values("flow").first)
        var request = HTTPRequest.form(
            try fixture.url("/common/login"),
            FormParameters([("flow", flow), ("login", "ada@contoso.test"), ("passwd", "wrong")]))
        request.fields.set("Cookie", page.cookieField)
        return request
    }
}
