import Foundation

/// Gets the result of a call, on any thread: the token or an error.
public typealias ADAuthenticationCallback = @Sendable (ADAuthenticationResult) -> Void

extension ADAuthenticationContext {
    /// Starts a call, and passes its result to the block.
    func start(_ call: ADCall, _ completionBlock: @escaping ADAuthenticationCallback) {
        var call = call
        call.isOnMainThread = Thread.isMainThread
        let made = call
        Task { completionBlock(await perform(made)) }
    }

    /// The identifier for a plain user id: a required displayable id.
    static func identifier(_ userID: String?) -> ADUserIdentifier? { userID.flatMap { ADUserIdentifier(id: $0) } }
}
