import Foundation

/// What hears of a call's end, on any thread: the token, or why there is none.
public typealias ADAuthenticationCallback = @Sendable (ADAuthenticationResult) -> Void

extension ADAuthenticationContext {
    /// Starts a call, and tells the block of its end.
    func start(_ call: ADCall, _ completionBlock: @escaping ADAuthenticationCallback) {
        var call = call
        call.isOnMainThread = Thread.isMainThread
        let made = call
        Task { completionBlock(await perform(made)) }
    }

    /// What a plain user id means: a name that binds.
    static func identifier(_ userID: String?) -> ADUserIdentifier? { userID.flatMap { ADUserIdentifier(id: $0) } }
}
