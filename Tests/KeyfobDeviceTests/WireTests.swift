#if os(Linux)
import KeyfobCache
import KeyfobCore
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// The messages between apps and switchboard, as bytes.
@Suite struct WireTests {
    static let item = KeychainItem(
        accessGroup: "T1.a", account: "x", service: "s", generic: [0, 255], type: 7, creator: .max, label: "l",
        accessibility: .afterFirstUnlock, value: Secret([1, 2]))
    static let query = KeychainQuery(itemClass: .key, accessGroup: "g", account: "x", generic: [1], type: 3)
    static let signOn = DeviceSingleSignOnRequest(
        provider: "https://login.contoso.test/common", operation: "refresh", options: ["a": "1", "ü": ""],
        isUserInterfaceEnabled: true)
    static let fault = DeviceError(.busy, "m", remedy: "r", keychainStatus: .io)
    static let origin = AppOrigin(bundleID: "test.a", teamID: "T1", isManaged: true, assurance: .kernelEnforced)
    static let requests: [DeviceRequest] = [
        .identify, .ready, .canOpen(url: "a://b"), .open(url: "a://b?c=d", universalLinksOnly: true),
        .readDefault(key: "k"), .writeDefault(key: "k", value: ["a": [1, nil]]), .writeDefault(key: "k", value: nil),
        .readPasteboard(name: nil), .readPasteboard(name: "WPJ"), .writePasteboard(name: "WPJ", value: "x"),
        .writePasteboard(name: nil, value: nil), .keychainAdd(item), .keychainCopy(query), .keychainDelete(query),
        .keychainUpdate(query, KeychainChange(generic: [9], value: nil)),
        .keychainUpdate(query, KeychainChange(value: Secret([]))), .canSignOn(provider: "https://a"), .signOn(signOn),
        .cancel(request: 7), .showSignOn(call: 1), .respondToSignOn(call: 1, .success(["k": "v"])),
        .respondToSignOn(call: .max, .failure(fault)), .respondToInput(input: 3, nil),
    ]
    static let events: [DeviceEvent] =
        LifeCycleMoment.allCases.map { .lifeCycle($0) } + [
            .openURL(OpenedURL(url: "a://b", sourceApplication: nil, assurance: .claimed)),
            .openURL(
                OpenedURL(
                    url: "https://b/", sourceApplication: "t.x", assurance: .kernelEnforced, isUniversalLink: true)),
            .signOn(SingleSignOnCall(id: 4, caller: origin, request: signOn)), .signOnCancelled(call: 4),
            .input(id: 2, ["do": "x"]), .protectedData(isAvailable: false),
        ]
    static let replies: [DeviceResponse] = [
        .done, .flag(true), .value(nil), .value("x"), .items([item]), .items([]), .dictionary(["a": "b"]),
        .warnings(["w"]),
        .identity(
            AppIdentity(
                origin: origin, name: "A", version: "1.0", accessGroups: ["T1.a"], os: .ios12, bundlePath: "/b",
                clockPath: "/c")),
        .apps([
            AppListing(
                origin: AppOrigin(bundleID: "b", teamID: nil, assurance: .claimed), name: "B", version: nil,
                userID: 210_000, processID: 12, isInForeground: true, home: "/h")
        ]),
        .trace(TraceEntry.Kind.allCases.enumerated().map { TraceEntry(number: Int64($0), kind: $1, app: "a") }),
    ]
    static let administration: [AdminRequest] = [
        .install(path: "/p", isManaged: true), .uninstall(bundleID: "b"), .apps, .activate(bundleID: "b"),
        .launchInBackground(bundleID: "b"), .kill(bundleID: "b"), .open(url: "a://b"), .home,
        .input(bundleID: "b", ["a": true]), .trace(after: 12), .lock, .unlock, .restart, .keychainItems, .shutDown,
        .clock, .advanceClock(seconds: -7200), .setClock(offset: .max),
    ]

    @Test func `every message survives a round trip`() throws {
        for request in Self.requests {
            let packet = try DevicePacket(parsing: request.packet(number: 5).bytes())
            #expect(packet.number == 5)
            #expect(try DeviceRequest(packet) == request)
        }
        for request in Self.administration {
            #expect(try AdminRequest(DevicePacket(parsing: request.packet(number: 1).bytes())) == request)
        }
        for event in Self.events {
            let packet = try DevicePacket(parsing: event.packet().bytes())
            #expect(packet.answeredNumber == nil)
            #expect(try DeviceEvent(packet) == event)
        }
        for reply in Self.replies {
            let packet = try DevicePacket(parsing: reply.packet(to: 9).bytes())
            #expect(packet.answeredNumber == 9)
            #expect(try DeviceResponse(packet) == reply)
        }
        #expect(throws: Self.fault) { try DeviceResponse(Self.fault.packet(to: 2)) }
    }

    @Test func `no bytes trap a parser, and an incomplete message is refused`() throws {
        let random = SeededRandomSource(seed: 20)
        let packets =
            Self.requests.map { $0.packet(number: 1) } + Self.administration.map { $0.packet(number: 1) }
            + Self.events.map { $0.packet() } + Self.replies.map { $0.packet(to: 1) }
        for packet in packets {
            let bytes = packet.bytes()
            for length in 0..<min(bytes.count, 4 + 8) {
                #expect(throws: DeviceError.self) { try DevicePacket(parsing: Array(bytes[..<length])) }
            }
            for _ in 0..<60 {
                var damaged = bytes
                let noise = random.bytes(3)
                damaged[(Int(noise[0]) << 8 | Int(noise[1])) % damaged.count] = noise[2]
                guard let packet = try? DevicePacket(parsing: damaged) else { continue }
                // Any parsed request is written and parsed again as the same.
                if let request = try? DeviceRequest(packet) {
                    #expect(try DeviceRequest(request.packet(number: 1)) == request)
                }
                if let request = try? AdminRequest(packet) {
                    #expect(try AdminRequest(request.packet(number: 1)) == request)
                }
                if let event = try? DeviceEvent(packet) { #expect(try DeviceEvent(event.packet()) == event) }
                if let reply = try? DeviceResponse(packet) { #expect(try DeviceResponse(reply.packet(to: 1)) == reply) }
            }
        }
    }

    @Test func `an attribute of another type makes a keychain query invalid, not broader`() throws {
        for name in ["group", "account", "service", "generic", "type", "creator"] {
            let query: JSONValue = .object(["class": "genericPassword", name: [true]])
            let packet = DevicePacket(header: ["do": "keychain_delete", "id": 1, "query": query])
            #expect(throws: DeviceError.self) { try DeviceRequest(packet) }
        }
    }
}
#endif
