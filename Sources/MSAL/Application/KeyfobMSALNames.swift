#if canImport(MSALObjC)
public import MSALObjC

// The header for Objective-C then imports that module: `@import MSAL;` has its constants and blocks too.
extension MSALPublicClientApplication: KeyfobMSALNames {}
#endif
