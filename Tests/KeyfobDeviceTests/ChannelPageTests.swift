#if os(Linux)
import Foundation
import KeyfobCache
import KeyfobCore
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobTesting
import Testing

@testable import KeyfobDevice

/// `docs/device-protocol.md`: its two apps run on a device unchanged, and it lists everything that exists.
@Suite(.timeLimit(.minutes(5))) struct ChannelPageTests {
    private static func page() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent("docs/device-protocol.md"), encoding: .utf8)
    }

    /// The page's program in a language, as a file.
    private static func program(_ language: String, in folder: String) throws -> String {
        let blocks = try page().components(separatedBy: "```\(language)\n").dropFirst()
        let block = try #require(blocks.first)
        try #require(blocks.count == 1)
        let path = "\(folder)/\(language)"
        try block.components(separatedBy: "```\n")[0].write(toFile: path, atomically: true, encoding: .utf8)
        #expect(chmod(path, 0o755) == 0)
        return path
    }

    private let book = AppBundle("test.guestbook", teamID: "T1", schemes: ["guestbook"])
    private let opener = AppBundle("test.opener", teamID: "T1")

    @Test func `the apps in Python and in shell run unchanged from the page, and one opens the other`()
        async throws
    {
        let device = try Device(hasProcesses: true)
        let folder = device.folder.path
        try await device.install(book, program: try Self.program("python", in: folder))
        try await device.install(opener, program: try Self.program("sh", in: folder))
        try await device.owner.perform(.activate(bundleID: "test.opener"))
        for (url, isOpened) in [("guestbook://hello?from=shell", true), ("nobody://x", false)] {
            // Each opening sends the opener to the background.
            try await device.owner.perform(.activate(bundleID: "test.opener"))
            #expect(try await device.owner.input("test.opener", .string(url)) == .bool(isOpened))
        }
        // A refusal does not end the app: the other one is in front now.
        try await device.owner.perform(.activate(bundleID: "test.guestbook"))
        let refused = try await device.owner.input("test.opener", "guestbook://refused")
        #expect(refused?.stringValue?.contains("is not in front") == true, "\(String(describing: refused))")
        #expect(try await device.owner.open("guestbook://by-a-person"))
        let guests = try await device.owner.input("test.guestbook", nil)
        #expect(
            guests == [
                ["url": "guestbook://hello?from=shell", "source": "test.opener"],
                ["url": "guestbook://by-a-person", "source": nil],
            ])
        // Its stored data is still there after it was ended.
        try await device.owner.perform(.kill(bundleID: "test.guestbook"))
        try await device.owner.perform(.activate(bundleID: "test.guestbook"))
        #expect(try await device.owner.input("test.guestbook", nil) == guests)
        let log = FileManager.default.contents(atPath: "\(folder)/d/logs/test.guestbook.log") ?? Data()
        #expect(String(decoding: log, as: UTF8.self).hasPrefix("I am test.guestbook\n"))
        #expect(try await device.trace(.malformed).isEmpty)
    }

    @Test func `the page names every request, answer, event and fault, and their members`() throws {
        let page = try Self.page()
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        func expect(_ packet: DevicePacket, _ key: String, without: Set<String>) {
            let name = packet.header[key]?.stringValue ?? "?"
            let row = rows.filter { $0.hasPrefix("| `\(name)` |") }.joined()
            #expect(!row.isEmpty, "\(name)")
            for member in packet.header.keys where !without.contains(member) {
                #expect(row.contains("`\(member)`"), "\(name): \(member)")
            }
        }
        for request in WireTests.requests { expect(request.packet(number: 1), "do", without: ["do", "id"]) }
        for event in WireTests.events { expect(event.packet(), "event", without: ["event"]) }
        let ownersAlone: Set<String> = ["apps", "trace", "warnings"]
        for reply in WireTests.replies {
            let packet = reply.packet(to: 1)
            guard let kind = packet.header["is"]?.stringValue, !ownersAlone.contains(kind) else { continue }
            expect(packet, "is", without: ["is", "re"])
            for member in packet.header["identity"]?.objectValue?.keys.sorted() ?? [] {
                #expect(page.contains("`\(member)`"), "\(member)")
            }
        }
        for code in [
            DeviceError.Code.malformed, .refused, .notFound, .notInForeground, .notInteractive, .cancelled, .timedOut,
            .busy, .disconnected, .keychain, .failed,
        ] {
            #expect(page.contains("| `\(code.rawValue)` |"))
        }
        for moment in LifeCycleMoment.allCases { #expect(page.contains("`\(moment.rawValue)`")) }
    }

    @Test func `the page names the classes, the members and the accessibilities that a keychain item has`() throws {
        let page = try Self.page()
        let start = try #require(page.range(of: "A keychain item has "))
        let paragraph = String(page[start.lowerBound...].prefix { $0 != "|" })
        let quoted = paragraph.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let item = KeychainItem(
            accessGroup: "g", account: "a", service: "s", generic: [1], type: 2, creator: 3, label: "l",
            accessibility: .whenUnlocked, value: Secret([4]))
        let members = try #require(item.json.objectValue).keys
        let values =
            KeychainItemClass.allCases.map(\.rawValue) + KeychainAccessibility.allCases.map(\.rawValue)
        #expect(Set(quoted) == Set(members).union(values))
        // Each class that the page names is one that the device reads.
        for name in quoted where !members.contains(name) && KeychainAccessibility(rawValue: name) == nil {
            #expect(KeychainItem(json: ["class": .string(name), "value": ""])?.itemClass.rawValue == name)
        }
    }

    @Test func `the page's limits are those of the code`() throws {
        let page = try Self.page()
        let rows = [
            "| a frame | \(FrameLimit.bytes >> 20) MiB |", "| a header | \(DevicePacket.headerLimit >> 10) KiB:",
            "| a response's attachment | \(DevicePacket.responseLimit >> 20) MiB |",
            "| a URL | \(URLTarget.longest >> 10) KiB |",
            "of `sign_on` | \(DeviceState.relayLimit >> 10) KiB in all |",
            "| calls of an app outstanding | \(DeviceState.callLimit) |",
            "| a call without a window | \(Int(DeviceOptions(folder: "/").silentSignOnLimit)) s |",
            "| user defaults of an app | \(DefaultsStore.limit >> 20) MiB |",
            "| a pasteboard | \(Pasteboards.limit >> 10) KiB |",
            "| named pasteboards that an app has written | \(Pasteboards.count) |",
            "| an access group | \(KeychainStore.groupLimit >> 20) MiB |",
            "| connections of an app | \(DeviceState.connectionLimit) |", "until an app listens | 1,024 |",
            "at most 1 MiB (1,048,576) |", "at most 512 KiB (524,288) |",
            "It has \(Int(DeviceOptions(folder: "/").launchLimit)) seconds",
        ]
        for row in rows { #expect(page.contains(row), "\(row)") }
        #expect(RunningApp.queueLimit == 1024)
    }
}
#endif
