import Foundation
import KeyfobCore

/// Converts JSON values to those of Foundation's `JSONSerialization`, and back.
enum JSONTranslation {
    static func dictionary(_ members: [String: JSONValue]) -> [String: Any] { members.mapValues(foundation) }

    static func foundation(_ value: JSONValue) -> Any {
        switch value {
        case .null: NSNull()
        case .bool(let value): value
        case .number: value.integerValue.map { Int(truncatingIfNeeded: $0) as Any } ?? value.doubleValue ?? 0.0
        case .string(let value): value
        case .array(let values): values.map(foundation)
        case .object(let members): dictionary(members)
        }
    }

    /// nil if the value's type is not one of JSON's.
    static func json(_ value: Any) -> JSONValue? {
        switch value {
        case is NSNull: return .null
        case let text as String: return .string(text)
        case let number as NSNumber: return json(number)
        case let values as [Any]:
            let elements = values.compactMap(json)
            return elements.count == values.count ? .array(elements) : nil
        case let members as [String: Any]:
            let values = members.compactMapValues(json)
            return values.count == members.count ? .object(values) : nil
        default: return nil
        }
    }

    private static func json(_ number: NSNumber) -> JSONValue? {
        switch String(cString: number.objCType) {
        // The encodings of a Boolean; a number has one of them only if it was made from a `CChar`.
        case "c", "B": .bool(number.boolValue)
        case "f", "d": number.doubleValue.isFinite ? .number("\(number.doubleValue)") : nil
        case "Q": .integer(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }
}
