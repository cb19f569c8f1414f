/// Something that a ``SocketLoop`` watches: a descriptor, and what to do when it is ready.
public protocol SocketSource: AnyObject, Sendable {
    /// The descriptor; the loop does not close it.
    var descriptor: Int32 { get }
    /// What is waited for, as `poll` wants it; nil if the loop shall forget the source.
    var interest: Int16? { get }
    /// Does what can be done without waiting. Called on the loop's thread; with 0 if nothing has happened, and the source
    /// merely had more to do than one turn's.
    func ready(_ events: Int16)
    /// Called once, on the loop's thread, after the loop has forgotten the source: the descriptor may be closed.
    func forgotten()
}
