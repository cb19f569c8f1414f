#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceClient
import KeyfobDeviceProtocol
import KeyfobTesting
import Testing

/// The device's own clock: one offset for all of its apps, which only its owner changes.
@Suite(.timeLimit(.minutes(5))) struct ClockTests {
    private let a = AppBundle("test.a", teamID: "T1")
    private let b = AppBundle("test.b", teamID: "T2")

    @Test func `every app's clock has moved when the owner's call returns, and keeps the offset after a restart`()
        async throws
    {
        let folder = try TemporaryDirectory("dev")
        defer { folder.remove() }
        let base = MovableClock()
        do {
            let device = try Device(folder: folder, firstUserID: OwnUserIDs.first(10))
            for bundle in [a, b] { try await device.install(bundle) }
            let connections = [
                try await device.connect("test.a").connection, try await device.connect("test.b").connection,
            ]
            let clocks = connections.map { DeviceClock($0, base: base) }
            for clock in clocks { #expect(clock.now == base.now) }
            // Faster than a file system's timestamps, and to offsets of equal length.
            for number in 1...50 {
                let offset = try await device.owner.advanceClock(seconds: number == 1 ? 1000 : 1)
                for clock in clocks { #expect(clock.now == base.now.addingTimeInterval(TimeInterval(offset))) }
            }
            #expect(try await device.owner.clockOffset() == 1049)
            #expect(try await device.trace(.clock).last?.subject == "1049")
            // Too far, and beyond the range of integers.
            for seconds in [Int64.max, .min, 200 * 366 * 86400] {
                let fault = await #expect(throws: DeviceError.self) {
                    try await device.owner.advanceClock(seconds: seconds)
                }
                #expect(fault?.code == .refused)
            }
            #expect(clocks[0].now == base.now.addingTimeInterval(1049))
            device.board.stop()
            await device.board.untilStopped()
        }
        let again = try Device(folder: folder, firstUserID: OwnUserIDs.first(10))
        let clock = DeviceClock(try await again.connect("test.a").connection, base: base)
        #expect(clock.now == base.now.addingTimeInterval(1049))
        #expect(try await again.owner.clockOffset() == 1049)
        #expect(try await again.owner.advanceClock(seconds: 1) == 1050)
        #expect(clock.now == base.now.addingTimeInterval(1050))
        try await again.owner.setClock(offset: -3600)
        #expect(clock.now == base.now.addingTimeInterval(-3600))
        again.board.stop()
        await again.board.untilStopped()
    }

    @Test func `an app can read the device's clock, but neither move it nor replace its file`() async throws {
        let device = try Device(hasProcesses: true)
        try await device.run(a)
        try await device.owner.advanceClock(seconds: 60)
        let file = device.board.devicePath.replacing("device.sock", with: "clock-offset")
        let read = try await device.ask("test.a", ["do": "read", "path": .string(file)])
        #expect(read["failed"] == nil, "\(read)")
        for path in [file, "\(file).new"] {
            let answer = try await device.ask("test.a", ["do": "write", "path": .string(path)])
            #expect(["EACCES", "EPERM"].contains(answer["failed"]?.stringValue), "\(path): \(answer)")
        }
        #expect(try await device.owner.clockOffset() == 60)
    }

    @Test func `the command shows and moves the clock, and reports a malformed step`() async throws {
        let device = try Device(hasProcesses: true)
        let folder = device.board.devicePath.replacing("/run/device.sock", with: "")
        func clock(_ arguments: String...) async throws -> ChildProcess.Outcome {
            try await ChildProcess.run(
                BuildProducts.executable("keyfob-device"), ["clock"] + arguments + ["--folder", folder],
                environment: ["PATH": "/usr/bin:/bin", "HOME": "/nowhere"])
        }
        for (step, offset) in [
            ("90s", 90), ("5m", 390), ("2h", 7590), ("1d", 93_990), ("1w", 698_790), ("10", 698_800),
        ] {
            let outcome = try await clock("advance", step)
            #expect(outcome.status == 0 && outcome.output.contains("\(offset) s ahead"), "\(outcome)")
        }
        #expect(try await clock("show", "--json").output == "{\"offset_seconds\":698800}\n")
        #expect(try await clock().output.contains("698800 s ahead"))
        for step in ["", "h", "2x", "two hours", "99999999999999999999", "9223372036854775807w"] {
            let outcome = try await clock("advance", step)
            #expect(outcome.status == 2 && outcome.errors.contains("write for example"), "\(step): \(outcome)")
        }
        let missing = try await clock("advance", "1h", "--provider", "\(folder)/none")
        #expect(missing.status == 1 && missing.errors.contains("no identity provider runs there"), "\(missing)")
        #expect(try await device.owner.clockOffset() == 698_800)
        #expect(try await clock("reset").status == 0)
        #expect(try await device.owner.clockOffset() == 0)
    }
}
#endif
