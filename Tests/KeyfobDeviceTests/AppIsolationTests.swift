import KeyfobDevice
import Testing

@Suite struct AppIsolationTests {
    @Test func `every value has a name of its own`() {
        #expect(Set(AppIsolation.allCases.map(\.rawValue)).count == AppIsolation.allCases.count)
    }
}
