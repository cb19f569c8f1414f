// Module: KeyfobYAML
//
// YAML: reading is total, the tree is no larger than the file, JSON is read as the strict parser reads it,
// and what is written of a tree is read as that tree.
import Foundation
import KeyfobCore

@testable import KeyfobYAML

/// Tries one input.
func fuzzFileReading(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let file = SourceFile(name: "f", bytes: bytes)
    let documents = try? YAMLReader.documents(file)
    for document in documents ?? [] {
        let text = YAMLWriter.text(of: document.json)
        let again = try? YAMLReader.documents(SourceFile(name: "g", bytes: Array(text.utf8)))
        guard again?.map(\.json) == [document.json] else { abort() }
    }
    let first = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if first == 0x7B || first == 0x5B, let json = try? JSONValue(parsing: bytes), let documents,
        !bytes.contains(0x0D), documents.map(\.json) != [json]
    {
        abort()
    }
    return 0
}
