import KeyfobCore
import KeyfobIdPCore
import KeyfobIdPDirectory
import KeyfobIdPModel
import KeyfobOAuth

/// The entries of the sign-in log in words.
enum SignInText {
    /// Whether an entry records a refusal.
    static func isRefusal(_ entry: SignInLogEntry) -> Bool {
        if entry.errorCode.map({ $0 != 0 }) ?? false { return true }
        let refusals: [SignInEvent] = [
            .refused, .passwordRefused, .certificateRefused, .secondFactorRefused, .consentDeclined,
        ]
        return refusals.contains { $0.rawValue == entry.event }
    }

    /// An event: `password_refused` is "password refused".
    static func event(_ entry: SignInLogEntry) -> String { entry.event.replacing("_", with: " ") }

    /// Whether a detail is a code that was texted to a user's phone: the log simulates the phone, and an administrator
    /// does not read a user's codes.
    static func detail(_ entry: SignInLogEntry) -> String? {
        entry.event == SignInEvent.codeTexted.rawValue ? nil : entry.detail
    }
}
