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
public protocol ASWebAuthenticationPresentationContextProviding: AnyObject {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

@MainActor
open class ASWebAuthenticationSession {
    public typealias CompletionHandler = @Sendable (URL?, (any Error)?) -> Void

    @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
    public struct Callback: Sendable {
        public static func customScheme(_ customScheme: String) -> Callback { Callback() }
        public static func https(host: String, path: String) -> Callback { Callback() }
    }

    public init(url: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
    @available(iOS 17.4, macOS 14.4, visionOS 1.1, *)
    public init(url: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}
    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    public var prefersEphemeralWebBrowserSession = false
    @discardableResult public func start() -> Bool { false }
    public func cancel() {}
}
