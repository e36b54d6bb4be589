/// Every kind of object that a file may have; the tables define which keys are read, suggested, written and
/// printed as schema.
package enum ObjectKind: String, CaseIterable, Sendable {
  case definition, types, spec
  case limits, field, input, eventField, carriedField, type, property, computed, function, event
  case command, output, outputRow, row, action, state
  case `case`, repetition, wait, snapshot
  case project, projectFiles, baseline, knownFinding

  /// What such an object looks like.
  package var form: ObjectForm {
    switch self {
    case .definition: ObjectForm.definition
    case .types: ObjectForm.types
    case .spec: ObjectForm.spec
    case .limits: ObjectForm.limits
    case .field: ObjectForm.field
    case .input: ObjectForm.input
    case .eventField: ObjectForm.eventField
    case .carriedField: ObjectForm.carriedField
    case .type: ObjectForm.type
    case .property: ObjectForm.property
    case .computed: ObjectForm.computed
    case .function: ObjectForm.function
    case .event: ObjectForm.event
    case .command: ObjectForm.command
    case .output: ObjectForm.output
    case .outputRow: ObjectForm.outputRow
    case .row: ObjectForm.row
    case .action: ObjectForm.action
    case .state: ObjectForm.state
    case .case: ObjectForm.case
    case .repetition: ObjectForm.repetition
    case .wait: ObjectForm.wait
    case .snapshot: ObjectForm.snapshot
    case .project: ObjectForm.project
    case .projectFiles: ObjectForm.projectFiles
    case .baseline: ObjectForm.baseline
    case .knownFinding: ObjectForm.knownFinding
    }
  }
}
