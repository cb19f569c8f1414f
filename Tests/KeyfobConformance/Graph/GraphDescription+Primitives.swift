import Foundation
import KeyfobCore

extension GraphDescription {
    /// Whether a value has the form of a primitive type or of an enum; nil if there is no such type.
    func isPrimitive(_ value: JSONValue, _ type: String, isRequest: Bool) -> Bool? {
        if let values = enums[type] {
            // A set of flags is written with commas.
            guard let text = value.stringValue, !text.isEmpty else { return false }
            return text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
                values.contains(String($0))
            }
        }
        guard type.hasPrefix("Edm.") else { return nil }
        switch type {
        case "Edm.Untyped": return true
        case "Edm.Boolean": return value.boolValue != nil
        case "Edm.Int16": return value.integerValue.map { Int16(exactly: $0) != nil } ?? false
        case "Edm.Int32": return value.integerValue.map { Int32(exactly: $0) != nil } ?? false
        case "Edm.Int64": return value.integerValue != nil
        case "Edm.Double", "Edm.Single", "Edm.Decimal":
            return value.doubleValue != nil || ["NaN", "INF", "-INF"].contains(value.stringValue)
        case "Edm.String": return value.stringValue != nil
        default: break
        }
        guard let text = value.stringValue else { return false }
        switch type {
        case "Edm.Guid": return UUID(uuidString: text) != nil
        case "Edm.DateTimeOffset": return Self.isTime(text, inZ: !isRequest)
        case "Edm.Date": return text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
        case "Edm.TimeOfDay": return text.wholeMatch(of: /\d\d:\d\d(:\d\d(\.\d{1,12})?)?/) != nil
        case "Edm.Duration":
            return text.wholeMatch(of: /-?P(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?/) != nil
                && text.last?.isLetter == true
                && text.last != "P" && text.last != "T"
        case "Edm.Binary":
            // Clients break long values into lines.
            let text = isRequest ? text.filter { !$0.isWhitespace } : text
            return Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")) != nil
        default: return false
        }
    }

    /// Whether a text is a time of ISO 8601, in the offset `Z` if it comes from Graph.
    private static func isTime(_ text: String, inZ: Bool) -> Bool {
        guard
            let match = text.wholeMatch(
                of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,12})?)?(Z|[+-]\d\d:\d\d)/)
        else { return false }
        func within(_ part: Substring?, _ range: ClosedRange<Int>) -> Bool {
            part.flatMap { Int($0) }.map(range.contains) ?? true
        }
        return within(match.2, 1...12) && within(match.3, 1...31) && within(match.4, 0...23) && within(match.5, 0...59)
            && within(match.6, 0...59) && (!inZ || match.7 == "Z")
    }
}
