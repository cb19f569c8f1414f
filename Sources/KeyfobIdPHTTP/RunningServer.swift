#if Server
/// A server that accepts connections until it is stopped.
package struct RunningServer: Sendable {
    let listeners: [Listener]

    /// The port that it listens on.
    package var port: Int { listeners.first?.port ?? 0 }

    /// Stops accepting connections, finishes the requests in progress and closes all other connections.
    package func stop() async {
        await withDiscardingTaskGroup { group in
            for listener in listeners { group.addTask { await listener.stop() } }
        }
    }
}
#endif
