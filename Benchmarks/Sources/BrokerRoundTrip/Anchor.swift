import Foundation
import KeyfobCore

/// The least that a round trip between two processes costs: so many bytes there and so many back over a UNIX socket, in
/// calls that wait.
struct Anchor {
    struct Ended: Error {}

    let request: Int
    let reply: Int

    func serve() throws {
        var buffer = [UInt8](repeating: 0, count: max(request, reply))
        do {
            while true {
                try receive(request, &buffer)
                try send(reply, &buffer)
            }
        } catch is Ended {}
    }

    func ask(rounds: Int) throws {
        var buffer = [UInt8](repeating: 0, count: max(request, reply))
        var taken: [Int64] = []
        for _ in 0..<rounds {
            let before = AskingApp.nanoseconds
            try send(request, &buffer)
            try receive(reply, &buffer)
            taken.append(AskingApp.nanoseconds - before)
        }
        let answer: JSONValue = ["taken_ns": .array(taken.map { .integer($0) })]
        print(answer.text())
    }

    private func send(_ count: Int, _ buffer: inout [UInt8]) throws {
        var done = 0
        while done < count {
            let written = buffer.withUnsafeBytes { write(0, $0.baseAddress.map { $0 + done }, count - done) }
            guard written > 0 else { throw Ended() }
            done += written
        }
    }

    private func receive(_ count: Int, _ buffer: inout [UInt8]) throws {
        var done = 0
        while done < count {
            let got = buffer.withUnsafeMutableBytes { read(0, $0.baseAddress.map { $0 + done }, count - done) }
            guard got > 0 else { throw Ended() }
            done += got
        }
    }
}
