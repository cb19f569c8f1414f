extension ClientEnvironment {
    /// Writes a message to the log, if somebody listens at that level, masked as the options say.
    func log(_ level: ClientLogMessage.Level, _ text: @autoclosure () -> LogText, correlationID: String? = nil) {
        guard let log, let limit = logOptions.level, level <= limit else { return }
        let rendered = text().rendered(logOptions.masking)
        log(
            ClientLogMessage(
                level, rendered.text, correlationID: correlationID, containsPII: rendered.containsPII))
    }
}
