#if Server && os(Linux)
import Foundation
import KeyfobAsyncHTTP
import KeyfobCore
import KeyfobDeviceProtocol
import KeyfobOAuth

/// The clock of an identity provider on this machine, moved by its admin API: address and token are in its data folder.
struct ProviderClock {
    /// A change of the clock.
    enum Move: Sendable {
        /// Moves it by a number of seconds.
        case advance(Int64)
        /// Sets its offset from the machine's, in seconds.
        case set(Int64)

        var body: JSONValue {
            switch self {
            case .advance(let seconds): ["advance_seconds": .integer(seconds)]
            case .set(let offset): ["offset_seconds": .integer(offset)]
            }
        }
    }

    let directory: String

    /// Moves the clock.
    ///
    /// - Returns: the new offset from the machine's, in seconds.
    /// - Throws: ``KeyfobDeviceProtocol/DeviceError`` with code `notFound` if no provider runs there, `failed` if it cannot
    ///   be reached or refuses.
    func perform(_ move: Move) async throws(DeviceError) -> Int64 {
        guard let url = HTTPURL(try read("address")) else { throw absence("address") }
        var request = HTTPRequest(method: .post, url: url.with(path: "/_admin/clock"))
        request.fields.set("Authorization", "Bearer \(try read("admin-token"))")
        request.fields.set("Content-Type", "application/json")
        request.body = move.body.bytes()
        let answer: HTTPResponse
        do {
            answer = try await AsyncHTTPTransport(trust: .caFile("\(directory)/ca.pem")).send(request)
        } catch {
            throw DeviceError(
                .failed, "The identity provider of \(directory) does not respond: \(error)",
                remedy: "Start it with `keyfob-idp serve --data \(directory)`. The device's clock was not moved.")
        }
        let body = try? JSONValue(parsing: answer.body)
        guard answer.isSuccess, let offset = body?["offset_seconds"]?.integerValue else {
            let reason = body?["error_description"]?.stringValue ?? "Status \(answer.status)."
            throw DeviceError(
                .failed, "The identity provider did not move its clock: \(reason)",
                remedy: "The device's clock was not moved, either.")
        }
        return offset
    }

    private func read(_ name: String) throws(DeviceError) -> String {
        let text = FileManager.default.contents(atPath: "\(directory)/\(name)").map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard let text, !text.isEmpty else { throw absence(name) }
        return text
    }

    private func absence(_ name: String) -> DeviceError {
        DeviceError(
            .notFound, "\(directory)/\(name) cannot be read: no identity provider runs there, or it is another user's.",
            remedy: "Name the data folder of a running keyfob-idp with --provider, as its user or as root.")
    }
}
#endif
