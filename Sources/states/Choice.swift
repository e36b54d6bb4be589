import ArgumentParser
import GraphDrawing
import Graphs
import StateCode
import StateFiles
import StateGraphs
import StateProject

/// What an option takes one word of.
///
/// The parser gathers the words by key paths, whose types the runtime looks for among all
/// conformances of the program: nearly a tenth of what drawing a small diagram takes.
protocol Choice: CaseIterable, ExpressibleByArgument, RawRepresentable where RawValue == String {}

extension Choice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  static var allValueDescriptions: [String: String] { [:] }
}

extension AnnotationFormat: Choice {}

extension PictureOptions.Detail: Choice {}

extension TargetLanguage: Choice {}

extension Theme: Choice {}
