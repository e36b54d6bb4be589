// swift-format-ignore-file
// What surrounds the Swift blocks of Definitions/STORE.md. A line `// BLOCK n` is replaced by the n-th block, `…` by `fatalError()`.

import Foundation
import StateFiles
import StateHost
import StateInterpreter
import StateModel
import StateRuntime
import StateTesting

struct SMS: Sendable { func send() async {} }
struct Alerts: Sendable { func show(_ message: String) async {} }
struct Navigation: Sendable { func close() async {} }
struct Device: Sendable { func use(_ language: String) async {} }
struct Router: Sendable { func dismiss() async {} }
struct Log: Sendable { func write(_ line: String) {} }
struct Screen: Sendable { func show(_ command: InterpretedState.Command) async {} }

struct API: Sendable {
  @discardableResult func check(_ phone: String?, _ code: String?) async throws -> Bool { true }
  func setLanguage(_ language: String) async throws {}
  func items(_ request: String) async throws -> [String] { [] }
  func loadConfig() async throws -> Bool { true }
}

@MainActor final class Control {
  var isEnabled = true
  var isHidden = false
  var text = ""
  let language = "lt"
  var tapped: @MainActor () -> Void = {}
}

@MainActor final class View { let resendButton = Control() }

struct Demo: StateDefinition {
  struct Player: Equatable, Sendable {
    var track = ""
    var position = 0
  }
  enum Event: Sendable {
    case increased
    case loaded([String])
  }
  var count = 0
  var title = ""
  var downloads: [String] = []
  var player: Player?
  var loadItems: String?
  func reduce(_ event: Event) throws(EvaluationError) -> Next<Self> { Next(state: self, result: .unchanged) }
}

enum PhoneVerification { @MainActor static func register(_ store: Store<PhoneVerificationState>) {} }

@MainActor func block1(_ view: View, _ sms: SMS, _ api: API, _ alerts: Alerts, _ navigation: Navigation) throws {
  // BLOCK 1
}

@MainActor func block3(_ store: Store<Demo>) {
  var lines: [String] = []
  // BLOCK 3
  _ = lines
}

@MainActor func block4(_ store: Store<LanguageSelectionState>, _ api: API) {
  // BLOCK 4
}

@MainActor func block5(_ store: Store<Demo>) {
  // BLOCK 5
}

@MainActor func block6(_ store: Store<Demo>) {
  // BLOCK 6
}

@MainActor func block7(_ store: Store<Demo>, _ cache: [String: [String]], _ api: API) {
  // BLOCK 7
}

@MainActor func block8(_ store: Store<Demo>, _ owner: View, _ label: Control) {
  // BLOCK 8
}

@MainActor func block9(_ device: Device, _ api: API, _ router: Router) throws {
  // BLOCK 9
}

@MainActor final class LanguageController {
  let store: Store<LanguageSelectionState>
  let popup = Control()
  let saveButton = Control()
  let picker = Control()
  var observation: Observation<LanguageSelectionState>!
  init(_ store: Store<LanguageSelectionState>) { self.store = store }
  func update(from old: LanguageSelectionState?, to new: LanguageSelectionState) {}
  func onStateUpdated(_ old: LanguageSelectionState?, _ new: LanguageSelectionState) {}

  func block10() {
    // BLOCK 10
  }

  func block11() {
    // BLOCK 11
  }

  func block12() {
    // BLOCK 12
  }
}

@MainActor func block13(_ saved: StateRuntime.Wire) throws {
  // BLOCK 13
}

@MainActor func block14() async throws {
  // BLOCK 14
}

@MainActor struct Block15 {
  // BLOCK 15
}

@MainActor func block16(_ api: API, _ screen: Screen) throws {
  // BLOCK 16
}

@MainActor func block17(_ store: Store<InterpretedState>, _ definition: CompiledDefinition) throws {
  // BLOCK 17
}

@MainActor func block18(_ id: String, _ opened: Date, _ log: Log) throws {
  // BLOCK 18
}
