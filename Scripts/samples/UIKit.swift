// What the samples use of UIKit besides AppleStubs/UIKit. On Apple's platforms URLSession is part of Foundation.
@_exported public import FoundationNetworking

extension UIControl {
    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = State([])
        public static let disabled = State(rawValue: 2)
    }
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Event(rawValue: 64)
    }
}

@MainActor
open class UIControl: UIView {
    open var isEnabled = true
    open func addTarget(_ target: Any?, action: Selector, for events: Event) {}
}

@MainActor
open class UIButton: UIControl {
    open func setTitle(_ title: String?, for state: State) {}
    open func setTitleColor(_ color: UIColor?, for state: State) {}
}

@MainActor
open class UILabel: UIView {
    open var text: String?
    open var textColor: UIColor!
    open var textAlignment = NSTextAlignment.left
}

@MainActor
open class UITextView: UIView {
    open var text: String!
    open var isUserInteractionEnabled = true
}

@MainActor
open class UIColor: NSObject {
    nonisolated public override init() {}
    open class var blue: UIColor { UIColor() }
    open class var gray: UIColor { UIColor() }
    open class var darkGray: UIColor { UIColor() }
}

public enum NSTextAlignment: Int, Sendable {
    case left
    case right
}

@MainActor
public protocol UITextFieldDelegate: NSObjectProtocol {}
