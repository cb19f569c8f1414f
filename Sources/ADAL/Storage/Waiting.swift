import KeyfobClient

/// Waits for an asynchronous operation, for the calls of ADAL that return when it is done.
///
/// Blocks the calling thread, as those calls always did. Code in a task uses their `async` forms.
func waiting(
    _ pointer: ADErrorPointer, _ body: @escaping @Sendable () async throws(ADAuthenticationError) -> Void
) -> Bool {
    reporting(pointer) { () throws(ADAuthenticationError) in try Blocking.wait(for: body) } != nil
}
