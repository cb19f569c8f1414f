// CoreFoundation's types, as far as Security's signatures name them.
public import Foundation

public typealias CFString = String
public typealias CFData = Data
public typealias CFDictionary = [String: Any]
public typealias CFTypeRef = AnyObject
