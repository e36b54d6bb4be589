extension Problem {
  /// Declared events, properties, outputs and commands.
  public enum Declaration: Hashable, Sendable {
    /// No row takes the event.
    case unhandledEvent(String)
    /// The name of an event does not describe what happened; a better name where one is known.
    case eventTense(String, past: String?)
    /// No cell reads these fields of an event.
    case unreadFields([String], of: String)
    /// No output, guard or command depends on the property.
    case unreadProperty(String)
    /// No row writes the property.
    case unwrittenProperty(String)
    /// The property always equals another one, or its opposite.
    case derivedProperty(String, from: String, isOpposite: Bool)
    /// The property grows and no row shrinks it.
    case unboundedProperty(String, Growth)
    /// An output whose kind does not fit its type.
    case optionalUI(String, type: String)
    case requiredData(String, type: String)
    case requiredNavigation(String, type: String)
    /// An output without a value in `count` states, of which `states` has the first three; all states
    /// where there are none.
    case openOutput(String, type: String, states: [String], count: Int, hasStates: Bool)
    /// A row of an output without a `value`.
    case outputRowWithoutValue(String, type: String)
    /// The name of an output does not fit its kind.
    case outputName(String, Definition.Output.Kind)
    /// No spec expects the output.
    case unusedOutput(String)
    /// The output has the same value in every state that can be reached.
    case constantOutput(String, value: String)
    /// A navigation output that stays set; the property that no row clears.
    case stickyOutput(String, setBy: String, property: String?)
    /// No row emits the command.
    case unsentCommand(String)

    /// When a property grows.
    public enum Growth: Hashable, Sendable {
      case event(String)
      case anyEvent
      /// A row without an event, by its pointer.
      case row(Pointer)
    }

    var rule: RuleID {
      switch self {
      case .unhandledEvent: .eventUnhandled
      case .eventTense: .eventNameTense
      case .unreadFields: .eventUnread
      case .unreadProperty: .propertyUnread
      case .unwrittenProperty: .propertyUnwritten
      case .derivedProperty: .propertyDerived
      case .unboundedProperty: .propertyUnbounded
      case .optionalUI: .outputUiOptional
      case .requiredData: .outputDataRequired
      case .requiredNavigation: .outputNavigationRequired
      case .openOutput: .outputOpenEnded
      case .outputRowWithoutValue: .shapeMissingKey
      case .outputName: .outputName
      case .unusedOutput: .outputUnused
      case .constantOutput: .outputConstant
      case .stickyOutput: .outputSticky
      case .unsentCommand: .commandUnsent
      }
    }
  }
}
