import Foundation
import KeyfobCore
import Testing

@testable import KeyfobClient

@Suite("A server's time to wait")
struct ThrottleTests {
    private let throttle = Throttle()
    private let start = Date(unixSeconds: 1_800_000_000)

    private func key(_ token: String = "one", _ scopes: ScopeSet = ["a"]) -> Throttle.Key {
        Throttle.Key(
            clientID: "c", authority: Authority(environment: "localhost", tenant: "t"), refreshToken: Secret(token),
            scopes: scopes)
    }

    private func asking(_ seconds: Double?) -> AuthError {
        AuthError(.throttled, origin: .server, message: "Wait.", retryAfter: seconds)
    }

    @Test("An equal request fails with the same error until the time has passed, and gets the remaining time")
    func blocks() {
        throttle.note(asking(7), for: key(), now: start)
        let error = throttle.error(for: key(), now: start.addingTimeInterval(3))
        #expect(error?.code == .throttled)
        #expect(error?.retryAfter == 4)
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(7)) == nil)
    }

    @Test("Another refresh token and other scopes are another request")
    func others() {
        throttle.note(asking(7), for: key(), now: start)
        #expect(throttle.error(for: key("two"), now: start) == nil)
        #expect(throttle.error(for: key("one", ["b"]), now: start) == nil)
    }

    @Test("A server cannot require more than an hour, and a clock that was set back unblocks the request")
    func cap() {
        throttle.note(asking(1e12), for: key(), now: start)
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(3599)) != nil)
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(3600)) == nil)
        throttle.note(asking(100), for: key(), now: start)
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(-7200)) == nil)
    }

    @Test("Failures without a time to wait block nothing; a 429 without one means a minute")
    func unspecified() {
        throttle.note(AuthError(.server, origin: .server, message: "Failed."), for: key(), now: start)
        #expect(throttle.error(for: key(), now: start) == nil)
        throttle.note(asking(nil), for: key(), now: start)
        #expect(throttle.error(for: key(), now: start)?.retryAfter == 60)
    }

    private func refusal(_ error: String = "invalid_grant", status: Int = 400) -> AuthError {
        AuthError(
            .interactionRequired, origin: .server, message: "Sign in.",
            server: AuthError.ServerDetails(error: error, status: status))
    }

    @Test("A refusal is remembered for two minutes, for the very same request, without a time to wait")
    func refusals() {
        var wanted = key()
        wanted.claims = "{}"
        throttle.note(refusal(), for: wanted, now: start)
        let hit = throttle.error(for: wanted, now: start.addingTimeInterval(119))
        #expect(hit?.code == .interactionRequired)
        #expect(hit?.isThrottleHit == true && hit?.retryAfter == nil)
        #expect(throttle.error(for: key(), now: start) == nil)
        var bound = wanted
        bound.binding = "k"
        #expect(throttle.error(for: bound, now: start) == nil)
        #expect(throttle.error(for: wanted, now: start.addingTimeInterval(120)) == nil)
        throttle.note(refusal(), for: wanted, now: start)
        throttle.lift()
        #expect(throttle.error(for: wanted, now: start) == nil)
    }

    @Test("A time to wait applies whatever claims are requested; errors of the app or the store are not remembered")
    func wholeRequest() {
        throttle.note(asking(30), for: key(), now: start)
        var wanted = key()
        wanted.claims = "{}"
        #expect(throttle.error(for: wanted, now: start)?.isThrottleHit == true)
        let local = AuthError(.interactionRequired, origin: .store, message: "Nothing stored.")
        throttle.note(local, for: key("two"), now: start)
        #expect(throttle.error(for: key("two"), now: start) == nil)
        let unreached = AuthError(.network, origin: .network, message: "No connection.")
        throttle.note(unreached, for: key("three"), now: start)
        #expect(throttle.error(for: key("three"), now: start) == nil)
    }

    @Test(
        "A server that failed gets no request for a minute, with an OAuth error or not; ADAL's gets requests again",
        arguments: ["server_error", ""])
    func failures(_ error: String) {
        let failed = AuthError(
            .server, origin: .server, message: "Failed.", server: AuthError.ServerDetails(error: error, status: 502))
        var wanted = key()
        wanted.claims = "{}"
        throttle.note(failed, for: wanted, now: start)
        let hit = throttle.error(for: key(), now: start.addingTimeInterval(59))
        #expect(hit?.code == .server && hit?.isThrottleHit == true && hit?.retryAfter == 1)
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(60)) == nil)
        let adal = Throttle(sparesFailing: false)
        adal.note(failed, for: wanted, now: start)
        #expect(adal.error(for: wanted, now: start) == nil)
    }

    @Test("A remembered error does not extend itself")
    func noRenewal() throws {
        throttle.note(asking(60), for: key(), now: start)
        let hit = try #require(throttle.error(for: key(), now: start.addingTimeInterval(50)))
        throttle.note(hit, for: key(), now: start.addingTimeInterval(50))
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(60)) == nil)
    }

    @Test("A sign-in does not end the wait of a server that requested it or failed")
    func lift() {
        throttle.note(asking(90), for: key(), now: start)
        throttle.note(refusal("server_error", status: 500), for: key("two"), now: start)
        throttle.lift()
        #expect(throttle.error(for: key(), now: start.addingTimeInterval(89))?.code == .throttled)
        #expect(throttle.error(for: key("two"), now: start) != nil)
    }

    @Test("Its memory is bounded")
    func bounded() {
        for index in 0..<5000 { throttle.note(asking(60), for: key("\(index)"), now: start) }
        let blocked = (0..<5000).count { throttle.error(for: key("\($0)"), now: start) != nil }
        #expect((1...1000).contains(blocked))
    }
}
