import KeyfobDeviceProtocol
import Testing

@Suite struct DeviceOSTests {
    @Test func `every value has a name of its own`() {
        #expect(Set(DeviceOS.allCases.map(\.rawValue)).count == DeviceOS.allCases.count)
    }
}
