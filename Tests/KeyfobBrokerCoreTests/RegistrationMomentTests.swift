import KeyfobBrokerCore
import Testing

@Suite struct RegistrationMomentTests {
    @Test func `every value has a name of its own`() {
        #expect(Set(RegistrationMoment.allCases.map(\.rawValue)).count == RegistrationMoment.allCases.count)
    }
}
