import KeyfobBackport
import Testing

@testable import ADAL

@Suite struct SessionsTests {
    @Test func `a sign-in that is cancelled before its cancellation is set up is cancelled then`() {
        let sessions = ADSessions()
        let count = Mutex(0)
        #expect(sessions.begin())
        sessions.cancel()
        sessions.whenCanceled { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1)
        sessions.end()
        sessions.cancel()
        #expect(sessions.begin())
        sessions.whenCanceled { count.withLock { $0 += 1 } }
        #expect(count.withLock { $0 } == 1, "the next sign-in is not cancelled by an earlier call")
    }
}
