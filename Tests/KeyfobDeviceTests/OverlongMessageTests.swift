#if os(Linux)
import KeyfobBackport
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// A message that is longer on its way out of the device than on its way in disconnects no app.
@Suite(.timeLimit(.minutes(10))) struct OverlongMessageTests {
    private static let provider = "https://login.contoso.test/common"
    private let owner = AppBundle("test.owner", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"])
    private let a = AppBundle("test.a", teamID: "T1", keychainGroups: ["suite"])
    private let b = AppBundle("test.b", teamID: "T2", schemes: ["b"])

    private func request(_ operation: String) -> DeviceSingleSignOnRequest {
        DeviceSingleSignOnRequest(
            provider: Self.provider, operation: operation, options: ["k": "v"], isUserInterfaceEnabled: false)
    }

    private func code(_ body: () async throws -> Void) async -> DeviceError.Code? {
        do { try await body() } catch { return (error as? DeviceError)?.code }
        return nil
    }

    /// A text that makes a request's header four bytes shorter than the limit, with characters that take six bytes each
    /// there.
    private func filling(_ make: (String) -> DeviceRequest) -> String {
        // Requests of an app that has just started have one-digit numbers.
        let room = DevicePacket.headerLimit - 4 - JSONValue.object(make("").packet(number: 9).header).bytes().count
        return String(repeating: "\u{1}", count: room / 6) + String(repeating: "x", count: room % 6)
    }

    @Test func `a request whose event would be unreadable is refused, and its receiver gets the next one`() async throws
    {
        let device = try Device()
        for bundle in [owner, a, b] { try await device.install(bundle) }
        let (owner, b) = (try await device.connect("test.owner"), try await device.connect("test.b"))
        let a = try await device.connect("test.a").connection
        try await device.owner.perform(.activate(bundleID: "test.a"))
        let operation = filling { .signOn(request($0)) }
        #expect(await code { _ = try await a.signOn(request(operation)) } == .refused)
        // Such a URL is refused already, because of its control characters.
        let url = "b://x/" + filling { .open(url: "b://x/" + $0, universalLinksOnly: false) }
        #expect(await code { _ = try await a.open(url) } == .refused)
        // Both still listen.
        let next = request("refresh")
        let call = Task { try await a.signOn(next) }
        #expect(await owner.next() == .lifeCycle(.didFinishLaunching))
        guard case .signOn(let received) = await owner.next() else {
            Issue.record("the extension's owner was cut off")
            return
        }
        try await owner.connection.respondToSignOn(call: received.id, .success(["ok": "1"]))
        #expect(try await call.value == ["ok": "1"])
        #expect(try await a.open("b://next"))
        let opened = OpenedURL(url: "b://next", sourceApplication: nil, assurance: .kernelEnforced)
        #expect(await b.next(3).contains(.openURL(opened)))
    }

    @Test(arguments: [
        ("e" + String(repeating: "\u{301}", count: 60_000), 20),
        (String(repeating: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}", count: 300), 300),
        (String(repeating: "\u{1}", count: 300), 1000), (String(repeating: "\"", count: 300), 1000),
    ])
    func `whatever names an app sends, the trace can be read`(name: String, count: Int) async throws {
        let device = try Device()
        try await device.install(a)
        let a = try await device.connect("test.a").connection
        let (keychain, isHost) = (DeviceKeychain(a), name.utf8.allSatisfy { (0x21..<0x7F).contains($0) })
        for _ in 0..<count {
            if isHost {
                _ = try await a.canOpen("nobody://\(name)")
            } else {
                #expect(throws: KeychainStatus.self) {
                    try keychain.copyMatching(KeychainQuery(accessGroup: "nobody://\(name)"))
                }
            }
        }
        var (entries, last, isWhole): ([TraceEntry], Int64, Bool) = ([], 0, false)
        while !isWhole {
            let page = try await device.owner.trace(after: last)
            #expect(JSONValue.array(page.map(\.json)).bytes().count <= 1 << 19)
            entries += page
            isWhole = page.isEmpty
            last = page.last?.number ?? last
        }
        let asked = entries.filter { [.canOpenURL, .keychain].contains($0.kind) }
        #expect(asked.count == count)
        #expect(asked.allSatisfy { ($0.subject?.utf8.count ?? 0) <= 200 && $0.subject?.hasPrefix("nobody://") == true })
    }

    @Test func `a whole access group is read at once, whatever its size`() async throws {
        let device = try Device()
        try await device.install(a)
        let a = try await device.connect("test.a").connection
        let keychain = DeviceKeychain(a)
        for number in 0..<21 {
            let value = Secret([UInt8](repeating: UInt8(number), count: 150_000))
            try keychain.add(KeychainItem(account: "\(number)", value: value))
        }
        let found = try keychain.copyMatching(KeychainQuery())
        #expect(Set(found.compactMap(\.account)).count == 21)
        #expect(found.allSatisfy { item in item.value.reveal().allSatisfy { "\($0)" == item.account } })
        guard case .items(let all) = try await device.owner.perform(.keychainItems) else {
            Issue.record("no items")
            return
        }
        #expect(all.count == 21)
        #expect(try await a.canOpen("https://x/"))
    }
}
#endif
