// UIPasteboard.h.
@_exported public import Foundation

open class UIPasteboard: NSObject {
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    public init?(name pasteboardName: Name, create: Bool) {}
    open var url: URL?
}
