#if canImport(ObjectiveC)
/// Where a call of ADAL's puts its error: `error: &error`, or nil.
public typealias ADErrorPointer = AutoreleasingUnsafeMutablePointer<ADAuthenticationError?>?
#else
/// Where a call of ADAL's puts its error: `error: &error`, or nil.
public typealias ADErrorPointer = UnsafeMutablePointer<ADAuthenticationError?>?
#endif

/// Runs what may throw, and tells of a failure as ADAL does: by nil, and by what the pointer points at.
func reporting<R>(_ pointer: ADErrorPointer, _ body: () throws(ADAuthenticationError) -> R) -> R? {
    do throws(ADAuthenticationError) {
        return try body()
    } catch {
        pointer?.pointee = error
        return nil
    }
}
