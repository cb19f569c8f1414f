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
open class NSWindow: NSResponder {}

@MainActor
open class NSViewController: NSResponder {
    open var view = NSView()
    open func presentAsSheet(_ viewController: NSViewController) {}
    open func dismiss(_ viewController: NSViewController) {}
}
