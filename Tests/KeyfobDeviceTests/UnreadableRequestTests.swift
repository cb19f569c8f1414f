#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobDevice
import KeyfobDeviceProtocol
import KeyfobSocket
import KeyfobDeviceClient
import KeyfobTesting
import Testing

/// Requests that the device cannot parse: their sender gets an error, and can continue.
@Suite(.timeLimit(.minutes(5))) struct UnreadableRequestTests {
    /// A connection that sends requests that no library would.
    private final class RawConnection {
        #if canImport(Glibc)
        /// A connection that the device has ended fails the test, and does not end its process.
        private static let sendFlags = Int32(MSG_NOSIGNAL)
        #else
        private static let sendFlags: Int32 = 0
        #endif

        let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        deinit { UnixSocket.close(descriptor) }

        func send(frame: [UInt8]) throws {
            let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: frame.count >> $0) } + frame
            var sent = 0
            while sent < bytes.count {
                var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try #require(poll(&polled, 1, 20_000) == 1)
                let count = bytes[sent...].withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Self.sendFlags)
                }
                if count < 0, errno == EAGAIN || errno == EINTR { continue }
                try #require(count > 0, "the connection has ended")
                sent += count
            }
        }

        func send(header: [UInt8]) throws {
            try send(frame: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: header.count >> $0) } + header)
        }

        private func read(_ count: Int) throws -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                try #require(poll(&polled, 1, 20_000) == 1)
                var buffer = [UInt8](repeating: 0, count: count - bytes.count)
                let got = Foundation.read(descriptor, &buffer, buffer.count)
                if got < 0, errno == EAGAIN || errno == EINTR { continue }
                try #require(got > 0, "the connection has ended")
                bytes += buffer[..<got]
            }
            return bytes
        }

        /// The header of the next packet.
        func next() throws -> JSONValue {
            let length = try read(4).reduce(0) { $0 << 8 | Int($1) }
            return .object(try DevicePacket(parsing: try read(length)).header)
        }
    }

    /// An unreadable request, the number of the response, and its code.
    private static let requests: [(frame: [UInt8], number: Int64, code: String)] = [
        ([UInt8](repeating: 0x41, count: FrameLimit.bytes + 1), 0, "refused"),
        ([UInt8](repeating: 0x41, count: 3 * FrameLimit.bytes), 0, "refused"),
        ([], 0, "malformed"), ([0, 0, 0], 0, "malformed"), ([0, 0, 0, 9, 0x7B], 0, "malformed"),
        (packet("[1]"), 0, "malformed"), (packet("{"), 0, "malformed"), (packet("{}"), 0, "malformed"),
        (packet("{\"do\":\"ready\"}"), 0, "malformed"), (packet("{\"do\":\"ready\",\"id\":0}"), 0, "malformed"),
        (packet("{\"do\":\"ready\",\"id\":\"1\"}"), 0, "malformed"),
        (packet("{\"do\":\"x\",\"id\":7,\"x\":\"\(String(repeating: "x", count: 1 << 19))\"}"), 0, "malformed"),
        (packet("{\"id\":7}"), 7, "malformed"), (packet("{\"do\":\"dance\",\"id\":8}"), 8, "malformed"),
        (packet("{\"do\":\"open\",\"id\":9}"), 9, "malformed"),
        (packet("{\"do\":\"answer_sign_on\",\"call\":1,\"id\":10}"), 10, "not_found"),
    ]

    private static func packet(_ header: String) -> [UInt8] {
        let bytes = Array(header.utf8)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
    }

    @Test func `a malformed message of an app is answered, and its next request is served`() async throws {
        let device = try Device()
        try await device.install(AppBundle("test.a", teamID: "T1"))
        let app = RawConnection(try device.board.connect(as: "test.a"))
        for (frame, number, code) in Self.requests {
            try app.send(frame: frame)
            let answer = try app.next()
            #expect(answer["re"] == .integer(number) && answer["is"] == "fault", "\(answer)")
            #expect(answer["fault"]?["code"] == .string(code), "\(answer)")
            #expect(answer["fault"]?["message"]?.stringValue?.isEmpty == false)
            try app.send(header: Array("{\"do\":\"identify\",\"id\":1}".utf8))
            #expect(try app.next()["identity"]?["origin"]?["bundle_id"] == "test.a")
        }
        // Several at once, some of them too large, are answered in their order.
        for (frame, _, _) in Self.requests { try app.send(frame: frame) }
        for (_, number, _) in Self.requests { #expect(try app.next()["re"] == .integer(number)) }
        #expect(try await device.trace(.malformed).count == 2 * (Self.requests.count - 1))
        #expect(try await device.trace(.ended).isEmpty)
    }

    private static let attachments = ["", "x", "{", "[]", "{\"k\":1}", "{\"k\":{}}", "\u{0}", "{\"a\":\"b\"}x"]

    /// The switchboard passes an attachment on unread, so that only the extension can find it unreadable.
    @Test(arguments: [false, true])
    func `a call of the extension with an unreadable attachment is answered as malformed`(interactive: Bool)
        async throws
    {
        let device = try Device()
        try await device.install(
            AppBundle("test.broker", teamID: "T9", associatedDomains: ["authsrv:login.contoso.test"]))
        try await device.install(AppBundle("test.a", teamID: "T1"))
        let owner = try await device.connect("test.broker")
        let app = RawConnection(try device.board.connect(as: "test.a"))
        try await device.owner.perform(.activate(bundleID: "test.a"))
        for (index, attachment) in Self.attachments.enumerated() {
            let header =
                #"{"do":"sign_on","id":\#(index + 1),"provider":"https://login.contoso.test/common","#
                + #""operation":"refresh","interactive":\#(interactive)}"#
            try app.send(frame: Self.packet(header) + Array(attachment.utf8))
            let answer = try app.next()
            #expect(answer["re"] == .integer(Int64(index + 1)), "\(answer)")
            #expect(answer["fault"]?["code"] == "malformed", "\(attachment): \(answer)")
        }
        // The extension's own connection continues.
        #expect(await owner.next() == .lifeCycle(.didFinishLaunching))
        #expect(try await device.trace(.signOnAnswered).map(\.outcome) == Self.attachments.map { _ in "malformed" })
    }

    @Test func `the owner's connection continues as well`() async throws {
        let device = try Device()
        let owner = RawConnection(try device.board.administer())
        for (frame, number, _) in Self.requests.dropLast() {
            try owner.send(frame: frame)
            let answer = try owner.next()
            #expect(answer["is"] == "fault" && answer["re"] == .integer(number), "\(answer)")
            try owner.send(header: Array("{\"do\":\"apps\",\"id\":1}".utf8))
            #expect(try owner.next()["is"] == "apps")
        }
    }
}
#endif
