extension ClientEnvironment {
    /// Writes a message to the log, for each listener of that level, masked by its options.
    package func log(_ level: ClientLogMessage.Level, _ text: @autoclosure () -> LogText, correlationID: String? = nil)
    {
        var made: LogText?
        func report(_ receive: ClientLog, _ options: LogOptions) {
            guard let limit = options.level, level <= limit else { return }
            let sentence = made ?? text()
            made = sentence
            let rendered = sentence.rendered(options.masking)
            receive(
                ClientLogMessage(
                    level, rendered.text, correlationID: correlationID, containsPII: rendered.containsPII))
        }
        if let log { report(log, logOptions) }
        for listener in logListeners { report(listener.receive, listener.options()) }
    }

    /// Writes a warning without personal data to the log.
    package func warn(_ sentence: String) { log(.warning, "\(sentence)") }
}
