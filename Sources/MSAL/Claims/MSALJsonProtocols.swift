public import Foundation

#if canImport(ObjectiveC)
/// The pointer through which an initializer returns its error, as in Objective-C.
public typealias MSALErrorPointer = NSErrorPointer
#else
/// The pointer through which an initializer returns its error, as in Objective-C; pass `&error` of an `NSError?`
/// variable.
public typealias MSALErrorPointer = UnsafeMutablePointer<NSError?>?
#endif

/// A type that can be written as JSON.
#if canImport(ObjectiveC)
@objc(MSALJsonSerializable)
#endif
public protocol MSALJsonSerializable: NSObjectProtocol {
    /// The JSON text; nil if a value cannot be written as JSON.
    #if canImport(ObjectiveC)
    @objc(jsonString)
    #endif
    func jsonString() -> String?
}

/// A type that can be read from JSON.
#if canImport(ObjectiveC)
@objc(MSALJsonDeserializable)
#endif
public protocol MSALJsonDeserializable: NSObjectProtocol {
    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - jsonString: the text.
    ///   - error: set if the text could not be read.
    #if canImport(ObjectiveC)
    @objc(initWithJsonString:error:)
    #endif
    init(jsonString: String, error: MSALErrorPointer)
}
