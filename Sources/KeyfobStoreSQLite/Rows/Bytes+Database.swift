import Foundation
import GRDB

extension [UInt8] {
    /// The bytes as a BLOB.
    var databaseBytes: Data { Data(self) }
}
