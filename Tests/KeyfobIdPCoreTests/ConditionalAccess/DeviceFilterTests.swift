import KeyfobConditionalAccess
import KeyfobIdPModel
import Testing

@Suite("Device filter rules")
struct DeviceFilterTests {
    static let phone = SignInFacts.Device(
        id: "d1", displayName: "Lab-07", isCompliant: true, joinType: .register, operatingSystem: "iOS",
        operatingSystemVersion: "18.1")

    @Test(
        "A registered phone satisfies a rule or not",
        arguments: [
            ("device.isCompliant -eq True", true), ("device.isCompliant -ne true", false),
            ("device.isCompliant -eq False", false), ("device.displayName -startsWith \"lab-\"", true),
            ("device.displayName -notStartsWith 'Lab'", false), ("device.displayName -endsWith \"07\"", true),
            ("device.displayName -contains \"B-0\"", true), ("device.displayName -notContains \"B-0\"", false),
            ("device.operatingSystem -in [\"macOS\", \"IOS\"]", true),
            ("device.operatingSystem -notIn [\"macOS\", \"iOS\"]", false),
            ("device.trustType -eq \"Workplace\" -and device.deviceOwnership -eq \"Personal\"", true),
            ("device.trustType -eq \"AzureAD\" -or device.operatingSystemVersion -startsWith \"18\"", true),
            ("-not device.trustType -eq \"Workplace\"", false), ("-not -not (device.isCompliant -eq True)", true),
            // -and binds closer than -or.
            ("device.deviceId -eq \"d1\" -or device.deviceId -eq \"x\" -and device.deviceId -eq \"y\"", true),
            ("(device.deviceId -eq \"d1\" -or device.deviceId -eq \"x\") -and device.deviceId -eq \"y\"", false),
            ("DEVICE.DEVICEID -EQ \"D1\"", true), ("device.displayName -eq null", false),
            ("device.displayName -ne null", true), ("device.displayName -notEndsWith \"8\"", true),
        ])
    func matches(rule: String, expected: Bool) throws {
        #expect(try DeviceFilter(parsing: rule).matches(Self.phone) == expected)
    }

    @Test(
        "An unregistered device has no attributes: positive comparisons are false, their negations true",
        arguments: [
            ("device.isCompliant -eq True", false), ("device.isCompliant -ne True", true),
            ("device.displayName -contains \"\"", false), ("device.displayName -notContains \"a\"", true),
            ("device.operatingSystem -notIn [\"iOS\"]", true), ("device.deviceId -eq null", true),
            ("device.deviceId -ne null", false), ("-not device.isCompliant -eq True", true),
        ])
    func unregistered(rule: String, expected: Bool) throws {
        #expect(try DeviceFilter(parsing: rule).matches(nil) == expected)
    }

    @Test(
        "A malformed rule is refused, and the message names the position",
        arguments: [
            "", "device", "device.isCompliant", "device.isCompliant -eq", "device.isCompliant -eq \"True\"",
            "device.isCompliant -startsWith True", "device.displayName -eq True", "device.displayName -in \"x\"",
            "device.displayName -in []", "device.displayName -in [\"x\"", "device.displayName -eq [\"x\"]",
            "device.displayName -eq \"x", "device.displayName = \"x\"", "(device.isCompliant -eq True",
            "device.isCompliant -eq True)", "device.isCompliant -eq True device.isCompliant -eq True",
            "device.isCompliant -eq True -and", "-and", "-not", "user.name -eq \"x\"", "device.model -eq \"x\"",
            "device.displayName -match \"x\"", "device.displayName -in null", "device.isCompliant -eq maybe",
        ])
    func refused(rule: String) throws {
        let fault = #expect(throws: PolicyFormatError.self) { _ = try DeviceFilter(parsing: rule) }
        #expect(fault?.message.isEmpty == false)
    }

    @Test("Nesting and length are limited")
    func limits() throws {
        let comparison = "device.isCompliant -eq True"
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + comparison + String(repeating: ")", count: depth)
        }
        #expect(try DeviceFilter(parsing: nested(30)).matches(Self.phone))
        #expect(throws: PolicyFormatError.self) { _ = try DeviceFilter(parsing: nested(40)) }
        let long = Array(repeating: comparison, count: 90).joined(separator: " -and ")
        #expect(try DeviceFilter(parsing: long).matches(Self.phone))
        #expect(throws: PolicyFormatError.self) {
            _ = try DeviceFilter(parsing: Array(repeating: comparison, count: 101).joined(separator: " -and "))
        }
    }
}
