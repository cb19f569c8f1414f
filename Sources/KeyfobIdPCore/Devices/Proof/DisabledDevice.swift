import KeyfobCore
import KeyfobOAuth

/// A device that its organization has disabled is refused as such wherever it shows itself. Were it taken for none, a
/// policy that wants a device would lead it to register once more.
enum DisabledDevice {
    private static let number = 135011

    static func error(_ id: String) -> OAuthError { OAuthError(number, ["device": id]) }

    /// The device that an error refuses as disabled; nil if it is about something else.
    static func named(by error: OAuthError) -> String? { error.number == number ? error.values["device"] : nil }

    /// The refusal of what one of the devices proved; nil if none of them is disabled.
    static func refusal(of ids: [String?], in transaction: any IdPTransaction) throws -> OAuthError? {
        for id in ids.compactMap(\.self) where try transaction.device(id: id)?.isEnabled == false {
            return error(id)
        }
        return nil
    }

    /// What a sign-in comes to from a disabled device; nil from any other, and from one that is enabled again.
    static func decision(_ attempt: SignInAttempt, in transaction: any IdPTransaction) throws -> SignInDecision? {
        let pending = attempt.pending
        guard var error = try refusal(of: [pending.disabledDeviceID, pending.evidence.deviceID], in: transaction) else {
            return nil
        }
        guard attempt.draft.request.prompt != Prompt.none else {
            error.error = "interaction_required"
            return .fail(error)
        }
        return attempt.acknowledgesRefusal || attempt.draft.reply == nil ? .fail(error) : .refuse(error)
    }
}
