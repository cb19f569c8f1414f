import Foundation
import KeyfobCore
import Testing

/// The published vectors, stored as data files.
enum Vectors {
    static func json(_ name: String) throws -> JSONValue {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try JSONValue(parsing: Data(contentsOf: tests.appending(path: "Vectors/\(name)")))
    }

    static func list(_ name: String) throws -> [JSONValue] {
        let list = try #require(try json(name)["vectors"]?.arrayValue)
        try #require(!list.isEmpty)
        return list
    }
}

extension JSONValue {
    func text(_ name: String) throws -> String { try #require(self[name]?.stringValue) }
    func number(_ name: String) throws -> Int { Int(try #require(self[name]?.integerValue)) }
    func hex(_ name: String) throws -> [UInt8] { try #require(Hex.decode(try text(name))) }
}
