public import Foundation
import KeyfobCore

/// The conditions on a requested claim (OpenID Connect Core section 5.5.1).
#if canImport(ObjectiveC)
@objc(MSALIndividualClaimRequestAdditionalInfo)
@objcMembers
#endif
open class MSALIndividualClaimRequestAdditionalInfo: NSObject {
    /// Whether the claim is essential; nil leaves it unstated.
    open var essential: NSNumber?
    /// The value that the claim should have; nil for any.
    open var value: Any?
    /// The values of which the claim should have one; nil for any.
    open var values: [Any]?
    /// Members that other specifications define, preserved through reading and writing.
    private var unknown: [String: JSONValue] = [:]

    /// Makes a request without conditions.
    public override init() { super.init() }

    init(_ members: [String: JSONValue]) {
        essential = members["essential"]?.boolValue.map { NSNumber(value: $0) }
        value = members["value"].map(JSONTranslation.foundation)
        values = members["values"]?.arrayValue?.map(JSONTranslation.foundation)
        unknown = members.filter { !["essential", "value", "values"].contains($0.key) }
    }

    /// nil if a value cannot be written as JSON.
    var json: JSONValue? {
        var members = unknown
        if let essential { members["essential"] = .bool(essential.boolValue) }
        if let value {
            guard let json = JSONTranslation.json(value) else { return nil }
            members["value"] = json
        }
        if let values {
            guard let json = JSONTranslation.json(values) else { return nil }
            members["values"] = json
        }
        return .object(members)
    }
}
