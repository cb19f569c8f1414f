// What the samples use of AppKit besides AppleStubs/AppKit. On Apple's platforms URLSession is part of Foundation.
@_exported public import FoundationNetworking

@MainActor
open class NSControl: NSView {
    open var isEnabled = true
    open var stringValue = ""
}

@MainActor
open class NSButton: NSControl {
    open var title = ""
}

@MainActor
open class NSTextField: NSControl {}

@MainActor
open class NSTextView: NSView {
    open var string = ""
}

@MainActor
public protocol NSTextFieldDelegate: NSObjectProtocol {}

@MainActor
public protocol NSApplicationDelegate: NSObjectProtocol {}
