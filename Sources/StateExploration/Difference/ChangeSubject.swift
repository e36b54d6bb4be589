import CEL
import StateInterpreter
import StateModel

/// What a difference is about: each subject is reported once.
enum ChangeSubject: Hashable {
  case failure(from: String?, to: String?)
  case commandOrder
  case output(String)
  case command(String)
  case timer(String)
  case timerOrder
}

extension Problem.Change.Effect {
  var subject: ChangeSubject {
    switch self {
    case .failure(let from, let to): .failure(from: from, to: to)
    case .output(let name, _, _): .output(name)
    case .commands(nil, _, _): .commandOrder
    case .commands(let name?, _, _): .command(name)
    case .timer(let id, _, _): .timer(id)
    case .timerOrder: .timerOrder
    }
  }
}

extension TimerRequest {
  var id: String {
    switch self {
    case .start(let id, _, _), .cancel(let id): id
    }
  }

  var isStart: Bool { if case .start = self { true } else { false } }

  var action: Problem.Change.TimerAction {
    switch self {
    case .start(_, let duration, let isRepeating):
      .start(.init(isRepeating: isRepeating, duration: duration.text))
    case .cancel: .cancel
    }
  }
}
