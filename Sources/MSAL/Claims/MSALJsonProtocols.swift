public import Foundation

#if canImport(ObjectiveC)
/// Where an initializer puts its error, as Objective-C does.
public typealias MSALErrorPointer = NSErrorPointer
#else
/// Where an initializer puts its error, as Objective-C does; `&error` of an `NSError?` variable fits.
public typealias MSALErrorPointer = UnsafeMutablePointer<NSError?>?
#endif

/// Can be written as JSON.
#if canImport(ObjectiveC)
@objc(MSALJsonSerializable)
#endif
public protocol MSALJsonSerializable: NSObjectProtocol {
    /// The JSON text; nil if something in it has no form in JSON.
    #if canImport(ObjectiveC)
    @objc(jsonString)
    #endif
    func jsonString() -> String?
}

/// Can be read from JSON.
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
