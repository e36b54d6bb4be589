import ArgumentParser
import Graphs
import StateCode
import StateCommands
import StateFiles
import StateGraphs
import StateProject

/// An option whose value is one of a few words.
///
/// By default, the parser collects the words through key paths, whose types the runtime searches
/// among all conformances of the program. That takes nearly a tenth of the time of drawing a small
/// diagram.
protocol OptionChoice: CaseIterable, ExpressibleByArgument, RawRepresentable
where RawValue == String {}

extension OptionChoice {
  static var allValueStrings: [String] { allCases.map { $0.rawValue } }

  static var allValueDescriptions: [String: String] { [:] }
}

extension AnnotationFormat: OptionChoice {}

extension ColorChoice: OptionChoice {}

extension ExportFormat: OptionChoice {}

extension ImportFormat: OptionChoice {}

extension PictureFormat: OptionChoice {}

extension PictureOptions.Detail: OptionChoice {}

extension Theme: OptionChoice {}
