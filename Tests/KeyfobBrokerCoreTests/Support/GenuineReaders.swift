import Foundation
import KeyfobBrokerProtocol
import KeyfobCore
import KeyfobCrypto
import Testing

@testable import KeyfobBrokerCore

/// The members that Microsoft's own libraries need to parse a response, as a table with its origin, and their codings:
/// no parser of Keyfob's is used here.
struct GenuineReaders {
    private let table: JSONValue

    init() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        table = try JSONValue(parsing: Data(contentsOf: tests.appending(path: "Vectors/broker/readers.json")))
    }

    /// A list of names in the table.
    func names(_ path: String...) throws -> [String] {
        let value = path.reduce(table) { $0[$1] ?? .null }
        let names = value.arrayValue?.compactMap(\.stringValue)
        return try #require(names, "\(path)")
    }

    /// A text in the table.
    func name(_ path: String...) throws -> String {
        let name = path.reduce(table) { $0[$1] ?? .null }.stringValue
        return try #require(name, "\(path)")
    }

    /// Checks a dictionary of the single sign-on extension.
    func check(_ response: [String: String], operation: String, isSuccess: Bool) throws {
        let rows = try #require(table["extension"]?.arrayValue)
        let found = rows.first { $0["operations"]?.arrayValue?.contains(.string(operation)) == true }
        let row = try #require(found, "\(operation)")
        func list(_ name: String) -> [String] { (row[name]?.arrayValue ?? []).compactMap(\.stringValue) }
        #expect(response["operation_response_type"] == row["type"]?.stringValue, "\(operation)")
        #expect(response["operation"] == operation)
        #expect(response["success"] == (isSuccess ? "1" : "0"), "\(operation)")
        for name in list("required") + (isSuccess ? list("required_on_success") : []) {
            #expect(response[name]?.isEmpty == false, "\(operation): \(name)")
        }
        for name in list("absent") { #expect(response[name] == nil, "\(operation): \(name)") }
        for name in ["device_mode", "sso_extension_mode", "wpj_status"] {
            #expect(try names("device", name).contains(response[name] ?? ""), "\(operation): \(name)")
        }
        guard list("required").contains("provider_type") else { return }
        let providers = try names("providers", "with_readers_of_authority_and_tokens")
        #expect(providers.contains(response["provider_type"] ?? ""), "\(operation)")
        for name in list("objects_with_provider_type") {
            guard let text = response[name] else { continue }
            let object = try JSONValue(parsing: text)
            #expect(providers.contains(object["provider_type"]?.stringValue ?? ""), "\(operation): \(name)")
        }
        for name in list("percent_decoded") {
            guard let text = response[name] else { continue }
            let decoded = try #require(text.removingPercentEncoding, "\(operation): \(name)")
            #expect(!decoded.contains("%") && !text.contains(" "), "\(operation): \(name)")
        }
    }

    /// Parses a form as IdentityCore does (`msidDictionaryFromWWWFormURLEncodedString`).
    static func form(_ text: some StringProtocol) -> [String: String] {
        var out: [String: String] = [:]
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let decoded = halves.map { $0.replacingOccurrences(of: "+", with: "%20").removingPercentEncoding ?? "" }
            out[decoded[0]] = decoded[1]
        }
        return out
    }

    /// The members that a reply's URL has in clear text.
    static func members(of url: String) throws -> [String: String] {
        form(try #require(url.split(separator: "?", maxSplits: 1).last))
    }

    /// Their encrypted content: AES-256-CBC under the app's key, with a separate digest.
    static func decrypted(_ members: [String: String], _ key: BrokerKey) throws -> [String: String] {
        let sealed = try #require(Base64URL.decode(members["response"] ?? ""))
        let plain = try AESCBCKey(key.bytes.reveal()).decrypt(sealed, vector: [UInt8](repeating: 0, count: 16))
        #expect(members["hash"]?.lowercased() == Hex.encode(Digest.sha256(plain)).lowercased())
        return form(String(decoding: plain, as: UTF8.self))
    }
}
