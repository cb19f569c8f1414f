// NSApplication.h, NSResponder.h, NSView.h, NSWindow.h, NSViewController.h
@_exported public import Foundation

@MainActor
open class NSResponder: NSObject {
    nonisolated public override init() {}
}

@MainActor
open class NSApplication: NSResponder {
    open class var shared: NSApplication { NSApplication() }
    open var keyWindow: NSWindow? { nil }
    open var mainWindow: NSWindow? { nil }
}

@MainActor
open class NSView: NSResponder {
    open var window: NSWindow? { nil }
}

@MainActor
open class NSWindow: NSResponder {
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let titled = StyleMask(rawValue: 1 << 0)
        public static let closable = StyleMask(rawValue: 1 << 1)
        public static let resizable = StyleMask(rawValue: 1 << 3)
    }

    public enum BackingStoreType: UInt, Sendable {
        case buffered = 2
    }

    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, defer flag: Bool
    ) { frame = contentRect }
    nonisolated public override init() {}
    open private(set) var frame = NSRect.zero
    open var isReleasedWhenClosed = true
    open var title = ""
    open var contentView: NSView?
    weak open var delegate: (any NSWindowDelegate)?
    open func setFrameOrigin(_ point: NSPoint) {}
    open func center() {}
    open func makeKeyAndOrderFront(_ sender: Any?) {}
    open func close() {}
}

@MainActor
public protocol NSWindowDelegate: NSObjectProtocol {
    func windowWillClose(_ notification: Notification)
}

// `@preconcurrency`, as the importer marks a class of Objective-C: apps in Swift 5 mode call such a class from other
// isolations without an error.
@preconcurrency @MainActor
open class NSViewController: NSResponder {
    open var view = NSView()
    open func presentAsSheet(_ viewController: NSViewController) {}
    open func dismiss(_ viewController: NSViewController) {}
}
