#if os(Linux)
import Foundation
import KeyfobCore
import KeyfobFlows
import KeyfobTesting
import Testing

@testable import KeyfobUserAgents

/// Another local user knows the complete address of a sign-in, and sends a response in place of the provider.
@Suite("Another local user cannot finish a sign-in")
struct ForeignUserTests {
    /// Runs curl as another user, which only root can.
    private static func curl(_ arguments: String...) async throws -> KeyfobTesting.ChildProcess.Outcome {
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        return try await KeyfobTesting.ChildProcess.run(
            "/usr/bin/env", user + ["curl", "-sS", "-m", "20", "--noproxy", "*"] + arguments,
            environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"])
    }

    private func signIn(_ browser: @escaping @Sendable (Int) async -> Void) async throws -> String {
        let port = Box()
        let agent = LoopbackUserAgent(browser: Browser { _ in await browser(port.value) }, timeoutSeconds: 60)
        let session = try await agent.begin(RedirectURI("http://localhost/contoso-a"))
        port.value = session.redirectURI.url?.port ?? 0
        let page = try #require(HTTPURL("https://login.example/authorize"))
        let result: Result<String, any Error>
        do {
            result = .success(
                try await session.present(page) { $0.contains("state=s") ? .accepted(isSuccess: true) : .foreign })
        } catch { result = .failure(error) }
        await session.end()
        return try result.get()
    }

    @Test(
        "another user's code with the right state is refused on every kind of connection, the user's own accepted",
        .enabled(if: geteuid() == 0), arguments: ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"])
    func refused(host: String) async throws {
        let answer = Box("")
        let redirect = try await signIn { port in
            let outcome = try? await Self.curl(
                "-w", "%{http_code}", "-H", "Host: localhost:\(port)",
                "http://\(host):\(port)/contoso-a?code=attacker&state=s")
            answer.value = outcome?.output ?? "none"
            _ = try? await OwnThread.run {
                Loopback.exchange(
                    port: port, "GET /contoso-a?code=person&state=s HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
            }
        }
        #expect(redirect.contains("code=person"))
        #expect(answer.value.hasSuffix("403") && answer.value.contains("another user"))
    }

    /// Makes a connection; returns both ends.
    private func connection(v6: Bool) throws -> (near: FileDescriptor, far: Int32, close: () -> Void) {
        let sockets = try LoopbackSockets.bind(for: RedirectURI(v6 ? "http://[::1]" : "http://127.0.0.1"))
        let far = try #require(Loopback.connect(port: sockets.port, v6: v6))
        let near = accept(try #require(sockets.listeners.first).number, nil, nil)
        try #require(near >= 0)
        return (
            FileDescriptor(number: near), far,
            {
                sockets.close()
                close(near)
            }
        )
    }

    @Test("the kernel reports the user of an open connection", arguments: [false, true])
    func open(v6: Bool) throws {
        let (near, far, end) = try connection(v6: v6)
        defer { end() }
        #expect(SocketOwner.ofPeer(of: near) == .user(geteuid()))
        close(far)
    }

    @Test("data on a connection that was closed or reset has no user", arguments: [false, true])
    func gone(isReset: Bool) throws {
        let (near, far, end) = try connection(v6: false)
        defer { end() }
        Loopback.send(far, Array("GET /".utf8))
        var wait = linger(l_onoff: isReset ? 1 : 0, l_linger: 0)
        setsockopt(far, SOL_SOCKET, SO_LINGER, &wait, socklen_t(MemoryLayout<linger>.size))
        close(far)
        #expect(SocketOwner.ofPeer(of: near) == .gone)
        // Data from before the end can still be read, but must not count.
        #expect(Loopback.receive(near.number) == Array("GET /".utf8))
    }

    @Test("responses from root, the process's own user and connections in no table are accepted")
    func mayRespond() {
        #expect(SocketOwner.user(1000).mayRespond(asUser: 1000) && SocketOwner.user(0).mayRespond(asUser: 1000))
        #expect(SocketOwner.elsewhere.mayRespond(asUser: 1000))
        #expect(!SocketOwner.user(1001).mayRespond(asUser: 1000) && !SocketOwner.gone.mayRespond(asUser: 1000))
        #expect(!SocketOwner.user(65534).mayRespond(asUser: 0))
    }

    @Test("a row applies only to its own connection, and only while it is open")
    func rows() {
        let head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        func row(_ ends: String, state: String = "01", user: Int = 1000, inode: Int = 77) -> String {
            "   9: \(ends) \(state) 00000000:00000000 00:00000000 00000000  \(user)        0 \(inode) 1 0000 20 4 0 10 -1\n"
        }
        func end(_ bytes: [UInt8], _ port: UInt16) -> SocketEnd { SocketEnd(address: bytes, port: port) }
        let (far, near) = (end([127, 0, 0, 1], 0xD431), end([127, 0, 0, 1], 0x0050))
        let mine = "0100007F:D431 0100007F:0050"
        let mapped = "0000000000000000FFFF00000100007F:D431 0000000000000000FFFF00000100007F:0050"
        func find(_ rows: String...) -> SocketOwner? {
            SocketOwner.find(from: far, to: near, in: head + rows.joined())
        }
        #expect(find() == nil && find("\n", " x\n") == nil)
        #expect(find(row("0100007F:0050 0100007F:D431"), row("0100007F:D432 0100007F:0050")) == nil)
        #expect(find(row(mine)) == .user(1000))
        #expect(find(row(mapped, user: 7)) == .user(7))
        #expect(find(row(mine, user: 0, inode: 0)) == .gone)
        for state in ["04", "05", "06", "08"] { #expect(find(row(mine, state: state)) == .gone) }
        let one = [UInt8](repeating: 0, count: 15) + [1]
        #expect(
            SocketOwner.find(
                from: end(one, 1), to: end(one, 2),
                in: head + row("00000000000000000000000001000000:0001 00000000000000000000000001000000:0002"))
                == .user(1000))
    }
}
#endif
