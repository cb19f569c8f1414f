// Module: KeyfobIdPCore
//
// User codes as they are typed: letter case, blanks and dashes do not matter, and everything else does.
import Foundation
import KeyfobCore

@testable import KeyfobIdPCore

/// Tries one input.
func fuzzUserCodes(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let hash = UserCode.hash(text)
    // A mark that joins the character before it makes another one of a blank.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return 0 }
    guard UserCode.hash(" " + text + "-") == hash else { abort() }
    guard UserCode.hash(text + "B") != hash else { abort() }
    return 0
}
