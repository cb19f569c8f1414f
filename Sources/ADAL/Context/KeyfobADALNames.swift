#if canImport(ADALObjC)
public import ADALObjC

// The header for Objective-C then imports that module: `@import ADAL;` has its constants and blocks too.
extension ADAuthenticationContext: KeyfobADALNames {}
#endif
