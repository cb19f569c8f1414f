import Dispatch
import KeyfobBackport
import KeyfobCore
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A TCP server on plain sockets that sends any bytes, well-formed or not.
final class ScriptedServer: Sendable {
    /// The behaviour after a request.
    enum Answer: Sendable {
        /// Send the bytes, then close.
        case bytes([UInt8])
        /// Send the bytes, then nothing more until the client closes.
        case bytesThenSilence([UInt8])

        /// Send the bytes after the semaphore is signalled, then close.
        case bytesAfter(DispatchSemaphore, [UInt8])

        static func text(_ text: String) -> Answer { .bytes(Array(text.utf8)) }
        static let nothing = Answer.bytes([])
        static let silence = Answer.bytesThenSilence([])
    }

    let port: Int
    private let listener: Int32
    private let log = RequestLog()

    init(_ answer: Answer) throws {
        listener = socket(AF_INET, streamSocket, 0)
        let bound = Loopback.bind(listener, port: 0)
        try #require(bound && listen(listener, 16) == 0)
        port = Loopback.port(of: listener)
        DispatchQueue(label: "scripted-server").async { [listener, log] in
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                DispatchQueue(label: "scripted-connection").async { log.serve(connection, answer) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The requests as received, head and body, one for each connection.
    var requests: [String] { log.received.withLock { $0 } }

    func url(_ path: String = "/") throws -> HTTPURL { try #require(HTTPURL("http://127.0.0.1:\(port)\(path)")) }
}

/// The requests to a server; its connections keep them, too, and may outlive the server.
private final class RequestLog: Sendable {
    let received = Mutex<[String]>([])

    func serve(_ connection: Int32, _ answer: ScriptedServer.Answer) {
        defer { close(connection) }
        received.withLock { $0.append(Self.readRequest(connection)) }
        switch answer {
        case .bytes(let bytes): Loopback.send(connection, bytes)
        case .bytesAfter(let gate, let bytes):
            gate.wait()
            Loopback.send(connection, bytes)
        case .bytesThenSilence(let bytes):
            Loopback.send(connection, bytes)
            while Loopback.receive(connection) != nil {}
        }
    }

    private static func readRequest(_ connection: Int32) -> String {
        var bytes: [UInt8] = []
        while let more = Loopback.receive(connection) {
            bytes += more
            // The first byte of TLS: a TLS client gets a response that is not TLS.
            if bytes.first == 0x16 { break }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let end = text.firstRange(of: "\r\n\r\n") else { continue }
            let lengths = text[..<end.lowerBound].split(separator: "\r\n").compactMap { line in
                line.lowercased().hasPrefix("content-length:") ? Int(line.dropFirst(15).filter { $0 != " " }) : nil
            }
            if text[end.upperBound...].utf8.count >= lengths.first ?? 0 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
