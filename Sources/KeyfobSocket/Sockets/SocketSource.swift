/// A source of events for a ``SocketLoop``: a descriptor, and its handlers.
package protocol SocketSource: AnyObject, Sendable {
    /// The descriptor; the loop does not close it.
    var descriptor: Int32 { get }
    /// The events to wait for, as for `poll`; nil if the loop is to remove the source.
    var interest: Int16? { get }
    /// Handles events without blocking. Called on the loop's thread; with 0 if there was no event, and the source only
    /// had more to do than a turn's share.
    func ready(_ events: Int16)
    /// Called once, on the loop's thread, after the loop has removed the source: the descriptor may be closed.
    func forgotten()
}
