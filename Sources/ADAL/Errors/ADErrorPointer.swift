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
