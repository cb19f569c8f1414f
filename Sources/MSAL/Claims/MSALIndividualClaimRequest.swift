public import Foundation
import KeyfobCore

/// A request for one claim (OpenID Connect Core section 5.5.1).
#if canImport(ObjectiveC)
@objc(MSALIndividualClaimRequest)
@objcMembers
#endif
open class MSALIndividualClaimRequest: NSObject {
    /// The claim's name.
    open var name: String
    /// Whether the claim is essential, and the values it should have; nil for neither.
    open var additionalInfo: MSALIndividualClaimRequestAdditionalInfo?

    /// Makes a request for a claim.
    ///
    /// - Parameter name: the claim's name.
    #if canImport(ObjectiveC)
    @objc(initWithName:)
    #endif
    public init(name: String) { self.name = name }

    init(name: String, json: JSONValue) {
        self.name = name
        additionalInfo = json.objectValue.map(MSALIndividualClaimRequestAdditionalInfo.init)
    }

    /// Whether the two request the same claim in the same way.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? MSALIndividualClaimRequest else { return false }
        return name == other.name && additionalInfo?.json == other.additionalInfo?.json
    }

    /// Equal for equal names.
    open override var hash: Int { name.hashValue }
}
