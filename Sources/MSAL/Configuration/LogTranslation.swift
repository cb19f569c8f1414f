import KeyfobClient

/// Forwards the core's log to MSAL's callback.
enum LogTranslation {
    /// Makes a listener that reads level, masking and callback for each message.
    static func listener(_ logger: MSALLoggerConfig) -> LogListener {
        LogListener {
            LogOptions(level: logger.hasCallback ? logger.logLevel.core : nil, masking: logger.logMaskingLevel.core)
        } receive: { message in
            let level = MSALLogLevel(message.level)
            let prefix = message.correlationID.map { "[\($0)] " } ?? ""
            logger.listener(level)?(level, prefix + message.text, message.containsPII)
        }
    }
}

extension MSALLogLevel {
    /// The least important messages that are logged; nil for none.
    fileprivate var core: ClientLogMessage.Level? {
        switch self {
        case .nothing: nil
        case .error: .error
        case .warning: .warning
        case .info: .info
        case .verbose: .verbose
        }
    }

    fileprivate init(_ level: ClientLogMessage.Level) {
        switch level {
        case .error: self = .error
        case .warning: self = .warning
        case .info: self = .info
        case .verbose: self = .verbose
        }
    }
}

extension MSALLogMaskingLevel {
    fileprivate var core: LogMasking {
        switch self {
        case .settingsMaskAllPII: .allPII
        case .settingsMaskEUIIOnly: .endUsers
        case .settingsMaskSecretsOnly: .secretsOnly
        }
    }
}
