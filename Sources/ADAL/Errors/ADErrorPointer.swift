import KeyfobClient

#if canImport(ObjectiveC)
/// The pointer through which a call of ADAL returns its error: `error: &error`, or nil.
public typealias ADErrorPointer = AutoreleasingUnsafeMutablePointer<ADAuthenticationError?>?
#else
/// The pointer through which a call of ADAL returns its error: `error: &error`, or nil.
public typealias ADErrorPointer = UnsafeMutablePointer<ADAuthenticationError?>?
#endif

/// Runs `body`, and reports an error as ADAL does: returns nil, and sets the pointer's error.
func reporting<R>(_ pointer: ADErrorPointer, _ body: () throws(ADAuthenticationError) -> R) -> R? {
    do throws(ADAuthenticationError) {
        return try body()
    } catch {
        pointer?.pointee = error
        return nil
    }
}

/// Waits for an asynchronous operation, for the calls of ADAL that return when it is done.
///
/// Blocks the calling thread, as those calls always did. Code in a task uses their `async` forms.
func waiting(
    _ pointer: ADErrorPointer, _ body: @escaping @Sendable () async throws(ADAuthenticationError) -> Void
) -> Bool {
    reporting(pointer) { () throws(ADAuthenticationError) in try Blocking.wait(for: body) } != nil
}
