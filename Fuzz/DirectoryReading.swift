// Module: KeyfobIdPFiles
//
// Files of a directory: reading is total. `FileReading` has the same inputs, for the YAML below.
import Foundation
import KeyfobYAML

@testable import KeyfobIdPFiles

/// Tries one input.
func fuzzDirectoryReading(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? FileDirectory([SourceFile(name: "f", bytes: bytes)])
    return 0
}
