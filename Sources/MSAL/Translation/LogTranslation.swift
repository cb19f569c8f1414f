import KeyfobClient

/// The core's log as MSAL's callback gets it.
enum LogTranslation {
    /// - Parameter own: the listener that the environment has; it hears everything as before.
    static func log(_ own: ClientLog?, _ logger: MSALLoggerConfig) -> ClientLog {
        { message in
            own?(message)
            let level = level(message.level)
            guard let listener = logger.listener(level) else { return }
            let prefix = message.correlationID.map { "[\($0)] " } ?? ""
            listener(level, prefix + message.text, message.containsPII)
        }
    }

    /// What MSAL's callback may see. The level is looked at for each message, since MSAL's may change at any time.
    static func options(_ logger: MSALLoggerConfig) -> LogOptions {
        let masking: LogMasking =
            switch logger.logMaskingLevel {
            case .settingsMaskAllPII: .allPII
            case .settingsMaskEUIIOnly: .endUsers
            case .settingsMaskSecretsOnly: .secretsOnly
            }
        return LogOptions(level: .verbose, masking: masking)
    }

    private static func level(_ level: ClientLogMessage.Level) -> MSALLogLevel {
        switch level {
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .verbose: .verbose
        }
    }
}
