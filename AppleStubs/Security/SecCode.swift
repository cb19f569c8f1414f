// SecCode.h and SecStaticCode.h (macOS)
public final class SecCode {}
public final class SecStaticCode {}

public struct SecCSFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

public let kSecCSSigningInformation: UInt32 = 2
public let kSecCSRequirementInformation: UInt32 = 4
public let kSecCodeInfoTeamIdentifier: CFString = "teamid"
public let kSecCodeInfoEntitlementsDict: CFString = "entitlements-dict"

public func SecCodeCopySelf(_ flags: SecCSFlags, _ code: UnsafeMutablePointer<SecCode?>) -> OSStatus { 0 }
public func SecCodeCopyStaticCode(
    _ code: SecCode, _ flags: SecCSFlags, _ staticCode: UnsafeMutablePointer<SecStaticCode?>
) -> OSStatus { 0 }
public func SecCodeCopySigningInformation(
    _ code: SecStaticCode, _ flags: SecCSFlags, _ information: UnsafeMutablePointer<CFDictionary?>
) -> OSStatus { 0 }
