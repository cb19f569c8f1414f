import Foundation
import KeyfobCache

extension ArchivedDictionary {
    /// The dictionary as one of Foundation's, without values that are not plain.
    var plain: NSDictionary {
        let out = NSMutableDictionary()
        for entry in entries {
            guard let key = entry.key.stringValue, let value = entry.value.plain else { continue }
            out[key as NSString] = value
        }
        return out
    }

    /// Converts a dictionary of Foundation's, without values that are not plain.
    init(plain dictionary: NSDictionary) {
        self.init(isMutable: true)
        for case let (key as String, value) in dictionary {
            if let value = ArchivedValue(plain: value) { self[key] = value }
        }
    }
}

extension ArchivedValue {
    /// The value as one of Foundation's; nil if it is not plain.
    var plain: NSObject? {
        switch self {
        case .null, .object, .primitive, .references: nil
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .string(let value): value as NSString
        case .data(let value): Data(value) as NSData
        case .date(let value): value as NSDate
        case .array(let values, _): values.compactMap(\.plain) as NSArray
        case .dictionary(let value): value.plain
        }
    }

    /// Converts a value of Foundation's; nil if it is not plain.
    init?(plain value: Any) {
        switch value {
        case let value as String: self = .string(value)
        case let value as Date: self = .date(value)
        case let value as Data: self = .data(Array(value))
        case let value as NSNumber: self = ArchivedValue(number: value)
        case let value as NSDictionary: self = .dictionary(ArchivedDictionary(plain: value))
        case let value as NSArray: self = .array(value.compactMap { ArchivedValue(plain: $0) }, isMutable: false)
        default: return nil
        }
    }

    private init(number: NSNumber) {
        let type = String(cString: number.objCType)
        if type == "d" || type == "f" {
            self = .real(number.doubleValue)
        } else {
            self = .integer(number.int64Value)
        }
    }
}
