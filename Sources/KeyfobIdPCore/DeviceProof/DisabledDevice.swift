import KeyfobCore
import KeyfobIdPModel
import KeyfobOAuth

/// Refuses devices that the organization has disabled. If they were only ignored, a policy that requires a device would
/// lead the user to register it again.
enum DisabledDevice {
    private static let number = 135011

    static func error(_ id: String) -> OAuthError { OAuthError(number, ["device": id]) }

    /// The device that an error refuses as disabled; nil for any other error.
    static func named(by error: OAuthError) -> String? { error.number == number ? error.values["device"] : nil }

    /// The error if one of the devices is disabled; nil if none is.
    static func refusal(of ids: [String?], in transaction: any IdPTransaction) throws -> OAuthError? {
        for id in ids.compactMap(\.self) where try transaction.device(id: id)?.isEnabled == false {
            return error(id)
        }
        return nil
    }
}
