// ASWebAuthenticationSession.h
public import Foundation
#if canImport(UIKit)
public import UIKit
public typealias ASPresentationAnchor = UIWindow
#else
public import AppKit
public typealias ASPresentationAnchor = NSWindow
#endif

public let ASWebAuthenticationSessionErrorDomain = "com.apple.AuthenticationServices.WebAuthenticationSession"

public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided = 2
        case presentationContextInvalid = 3
    }
    public let code: Code
    public init(_ code: Code) { self.code = code }
}

@MainActor
public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// It is not main-actor, and the system calls its handler on a queue of its own: a closure that is written where the main
// actor is has to be `@Sendable`, or it would inherit the actor and stop the process when it is called.
open class ASWebAuthenticationSession: NSObject {
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    open class Callback: NSObject {
        open class func customScheme(_ customScheme: String) -> Self { unsafeDowncast(Callback(), to: self) }
        open class func https(host: String, path: String) -> Self { unsafeDowncast(Callback(), to: self) }
    }

    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {
        stubbedHandler = completionHandler
    }
    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {
        stubbedHandler = completionHandler
    }
    weak open var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    open var prefersEphemeralWebBrowserSession = false
    @discardableResult open func start() -> Bool { stubbedStart(self) }
    open func cancel() { stubbedCancellation(self) }

    /// For Trial, which calls it as the system would.
    public let stubbedHandler: CompletionHandler
}

/// For Trial: what starting and cancelling a session does.
nonisolated(unsafe) public var stubbedStart: (ASWebAuthenticationSession) -> Bool = { _ in false }
nonisolated(unsafe) public var stubbedCancellation: (ASWebAuthenticationSession) -> Void = { _ in }
