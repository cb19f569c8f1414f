// NSWindow.h: the controller of a window's contents, which the stubs of AppKit leave out.
extension NSWindow {
    @preconcurrency @MainActor public var contentViewController: NSViewController? { nil }
}
