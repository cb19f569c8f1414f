#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// Text of apps in what the device's owner reads, and in what it passes on to other apps.
@Suite(.timeLimit(.minutes(5))) struct HostileTextTests {
    private let a = AppBundle("test.a", teamID: "T1", schemes: ["victim"], queriedSchemes: ["victim"])

    private static let texts = [
        "\n99 keychain test.b success", "\r\n99 installed test.b", "\u{1B}[2J", "\u{9B}2J", "\u{0}", "\u{7F}",
        "\u{202E}", "\u{2028}99 locked -", "\u{85}99 locked -", " (test.b) victim success",
    ]

    @Test func `a URL with a control character, a space or one that is not shown is refused`() async throws {
        let device = try Device()
        try await device.install(a)
        let app = try await device.connect("test.a")
        try await device.owner.perform(.activate(bundleID: "test.a"))
        for text in Self.texts {
            for url in ["victim://h\(text)", "victim://h/p?\(text)", "victim:\(text)", "victim://h/#\(text)x"] {
                for isOwner in [true, false] {
                    let error = await #expect(throws: DeviceError.self) {
                        _ = try await isOwner ? device.owner.open(url) : app.connection.open(url)
                    }
                    #expect(error?.code == .refused && error?.remedy?.contains("percent-encoded") == true)
                }
                await #expect(throws: DeviceError.self) { try await app.connection.canOpen(url) }
            }
        }
        #expect(try await device.owner.open("victim://h/p%0Aq?%1B[2J%20%00"))
        #expect(try await device.trace(.openURL).count == 1)
    }

    @Test func `an app's text forges no line of the trace, and no member of a line`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.install(a)
        let app = try await device.connect("test.a")
        for text in Self.texts {
            let request = DeviceSingleSignOnRequest(
                provider: "https://login.contoso.test/", operation: "refresh\(text)", options: [:],
                isUserInterfaceEnabled: false)
            await #expect(throws: DeviceError.self) { try await app.connection.signOn(request) }
        }
        let calls = try await device.trace(.signOn)
        #expect(calls.map(\.subject) == Self.texts.map { "refresh\($0)" })
        let folder = device.board.devicePath.replacing("/run/device.sock", with: "")
        func lines(_ options: String...) async throws -> [String] {
            let outcome = try await ChildProcess.run(
                BuildProducts.executable("keyfob-device"), ["trace", "--folder", folder] + options,
                environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(!outcome.output.unicodeScalars.contains { $0 != "\n" && TerminalText.isUnsafe($0) })
            return outcome.output.split(separator: "\n").map(String.init)
        }
        let entries = try await device.owner.trace()
        let printed = try await lines()
        #expect(printed.map { String($0.prefix { $0 != " " }) } == entries.map { "\($0.number)" })
        for (entry, line) in zip(entries, printed) where entry.kind == .signOn {
            // The subject is one JSON text, and the outcome follows it.
            let rest = line.dropFirst("\(entry.number) sign_on test.a ".count)
            #expect(rest.hasSuffix(" no_extension"))
            #expect(try JSONValue(parsing: String(rest.dropLast(" no_extension".count))).stringValue == entry.subject)
        }
        let documents = try await lines("--json").map { try JSONValue(parsing: $0) }
        #expect(documents.map { $0["subject"]?.stringValue } == entries.map(\.subject))
    }

    /// An app could fill the disk: 5 GB in as many seconds.
    @Test func `an app's output takes a mebibyte at most, and its end is kept`() async throws {
        let device = try Device(hasProcesses: true)
        let program = "\(device.folder.path)/flood"
        try "#!/bin/sh\nyes flood | head -c 19999998\necho the end >&2\n"
            .write(toFile: program, atomically: true, encoding: .utf8)
        #expect(chmod(program, 0o755) == 0)
        try await device.install(a, program: program)
        for _ in 0..<2 {
            var last = try await device.owner.trace().last?.number ?? 0
            try await device.owner.perform(.activate(bundleID: "test.a"))
            var hasEnded = false
            while !hasEnded {
                let entries = try await device.owner.trace(after: last, waiting: true)
                hasEnded = entries.contains { $0.kind == .ended }
                last = entries.last?.number ?? last
            }
            let log = "\(device.folder.path)/d/logs/test.a.log"
            let sizes = try [log, log + ".1"].map { try Data(contentsOf: URL(fileURLWithPath: $0)).count }
            #expect(sizes.reduce(0, +) <= 1 << 20 && sizes[1] > 1 << 18, "\(sizes)")
            #expect(try String(contentsOfFile: log, encoding: .utf8).hasSuffix("flood\nthe end\n"))
            var status = stat()
            for path in [log, log + ".1"] { #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600) }
        }
    }
}
#endif
