/// The colour theme of a picture.
package enum Theme: String, Sendable, CaseIterable {
  /// Light, or dark if the reader's system is dark.
  case auto
  case light, dark
}

/// The fixed look of every picture.
package enum Style {
  /// Increased whenever the same graph would be drawn differently; part of the picture's hash.
  package static let version = 8

  package static let fonts = #"Helvetica,Arial,"Liberation Sans","Nimbus Sans",sans-serif"#
  package static let codeFonts =
    #"ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace"#

  /// The style sheet of a picture: structure first, then colours; dark last.
  ///
  /// Every selector begins with `.sd`, so that one page can contain several pictures.
  package static func sheet(_ theme: Theme) -> String {
    switch theme {
    case .light: light
    case .dark: dark
    case .auto: auto
    }
  }

  /// The rules for lines in a chart with traffic. A renderer that does not know `:hover` drops the
  /// whole rule, so it is in a separate one.
  package static let lineWidths = LineWidth.allCases.compactMap { width in
    width.styleClass.map { name in
      ["", ":hover"].map { ".sd .transition.\(name)\($0) .line{stroke-width:\(width.width)}" }
        .joined()
    }
  }.joined(separator: "\n")

  private static let light = structure + "\n" + Palette.light.rules
  private static let dark = structure + "\n" + Palette.dark.rules
  private static let auto =
    light + "\n@media (prefers-color-scheme:dark){\n" + Palette.dark.rules + "\n}"

  private static let structure = """
    .sd text{font-family:\(fonts);font-size:11px;white-space:pre}
    .sd .line,.sd .rule,.sd .divider,.sd .area,.sd .sep,.sd .clock *,.sd .turn,.sd .around\
    {fill:none}
    .sd .line{stroke-width:1.3}.sd .divider,.sd .area{stroke-width:1.2;stroke-dasharray:5 4}
    .sd .rule,.sd .sep{stroke-width:1}.sd .box{stroke-width:1.3}.sd .pill{stroke-width:1}
    .sd .pill.delayed{stroke-dasharray:3 2}.sd .clock *,.sd .around{stroke-width:1.1}
    .sd .turn{stroke-width:1.3}
    .sd .nm{font-size:13px;font-weight:700}.sd .ev{font-size:11.5px;font-weight:700}
    .sd .rg{font-weight:700}.sd .tg{font-size:10px}.sd .bt{font-size:10px;font-weight:700}
    .sd .gd,.sd .ac,.sd .co{font-family:\(codeFonts);font-size:10.5px}
    .sd .flow .line{stroke-width:1.1;stroke-opacity:.75}
    .sd .flow:hover .line{stroke-width:2.4;stroke-opacity:1}
    .sd .un .line,.sd .un>.pill,.sd .un>.ring,.sd .un>a>.ring,\
    \(each(boxes(".un"))){stroke-dasharray:2 3}
    \(each([".m-exit", ".m-enter", ".m-active"].flatMap(boxes) + taken)){stroke-width:2.2}
    .sd a{text-decoration:none}.sd a:hover .nm,.sd a:hover .ev,.sd a:focus .nm,\
    .sd a:focus .ev{text-decoration:underline}.sd .transition:hover .line{stroke-width:2.2}
    """

  /// The parts of a transition that are highlighted if the last step took it.
  fileprivate static let taken = [".m-taken .line", ".m-taken>.pill"]

  fileprivate static func each(_ selectors: [String]) -> String {
    selectors.map { ".sd \($0)" }.joined(separator: ",")
  }

  /// The selectors of a box directly in a group, linked or not.
  fileprivate static func boxes(_ group: String) -> [String] {
    ["\(group)>.box", "\(group)>a>.box"]
  }
}

/// The colours of one theme.
package struct Palette: Sendable, Equatable {
  package let page, ink, muted, edge: String
  package let leaf, leafLine, region: String
  package let frameEven, frameOdd, bar, frameLine: String
  package let pill, pillLine, condition, action: String
  package let ui, data, navigation, command: String

  package static let light = Palette(
    page: "#ffffff", ink: "#1f2328", muted: "#59636e", edge: "#57606a",
    leaf: "#ffffff", leafLine: "#3d5a9e", region: "#3d5a9e",
    frameEven: "#f6f8fc", frameOdd: "#ffffff", bar: "#e4ebf7", frameLine: "#7187b5",
    pill: "#fffdf5", pillLine: "#c9b36a", condition: "#8a4b00", action: "#116329",
    ui: "#0550ae", data: "#6639ba", navigation: "#0f6c6c", command: "#a0111f")

  package static let dark = Palette(
    page: "#0d1117", ink: "#e6edf3", muted: "#9da7b3", edge: "#8b949e",
    leaf: "#161d2b", leafLine: "#7a9be0", region: "#9db7ee",
    frameEven: "#10161f", frameOdd: "#0d1117", bar: "#1b2638", frameLine: "#5f79ab",
    pill: "#1c1a12", pillLine: "#75693c", condition: "#e9b65f", action: "#7ee787",
    ui: "#79c0ff", data: "#d2a8ff", navigation: "#6fd6d0", command: "#ffa198")

  /// The CSS rules of this theme.
  fileprivate var rules: String {
    """
    \(text)
    .sd .line{stroke:\(edge)}.sd .head{fill:\(edge)}.sd .initial,.sd .dot{fill:\(ink)}
    .sd .ring{fill:\(page);stroke:\(ink);stroke-width:1.4}
    .sd .hist{fill:\(leaf);stroke:\(leafLine);stroke-width:1.3}
    .sd .port{fill:\(page);stroke:\(edge);stroke-width:1.3}
    .sd .box{fill:\(leaf);stroke:\(leafLine)}
    \(Style.each(Style.boxes(".d0"))){fill:\(frameEven);stroke:\(frameLine)}
    \(Style.each(Style.boxes(".d1"))){fill:\(frameOdd);stroke:\(frameLine)}
    .sd .k0{fill:\(frameEven)}.sd .k1{fill:\(frameOdd)}
    .sd .bar{fill:\(bar)}.sd .rule,.sd .divider,.sd .area{stroke:\(frameLine)}
    .sd .pill{fill:\(pill);stroke:\(pillLine)}.sd .sep{stroke:\(pillLine)}
    .sd .clock *,.sd .around{stroke:\(muted)}.sd .turn{stroke:\(edge)}.sd .tip{fill:\(edge)}
    .sd .out{fill:\(leaf);stroke-width:1.3}
    \(flow)
    .sd .state>.fr,.sd .state>a>.fr{fill:none}
    \(mark(".m-exit", command))\(mark(".m-enter", action))\(mark(".m-active", leafLine))
    \(Style.each(Style.taken + [".m-taken .port"])){stroke:\(action)}.sd .m-taken .head{fill:\(action)}
    .sd .bt{fill:\(page)}
    .sd .un .line,.sd .un>.pill,\(Style.each(Style.boxes(".un"))){stroke:\(command)}
    .sd .un .head,.sd .un .rg{fill:\(command)}.sd .un>.ring,.sd .un>a>.ring{stroke:\(command)}
    """
  }

  private var text: String {
    """
    .sd .bg{fill:\(page)}.sd text,.sd .nm,.sd .ev,.sd .on,.sd .fn,.sd .co{fill:\(ink)}
    .sd .mu,.sd .tg{fill:\(muted)}.sd .gd{fill:\(condition)}.sd .ac{fill:\(action)}
    .sd .rg{fill:\(region)}.sd .o-ui{fill:\(ui)}.sd .o-data{fill:\(data)}
    .sd .o-navigation{fill:\(navigation)}.sd .o-command{fill:\(command)}
    """
  }

  private var flow: String {
    let colours = [("ui", ui), ("data", data), ("navigation", navigation)]
    let cards = colours.map { ".sd .b-\($0){stroke:\($1)}" }.joined()
    let edges = ([("write", action)] + colours)
      .map { ".sd .f-\($0) .line{stroke:\($1)}.sd .f-\($0) .head{fill:\($1)}" }.joined()
    return cards + "\n" + edges
      + ".sd .f-use .line{stroke:\(muted);stroke-dasharray:4 3}.sd .f-use .head{fill:\(muted)}"
  }

  private func mark(_ group: String, _ colour: String) -> String {
    ".sd \(group)>.badge{fill:\(colour)}\(Style.each(Style.boxes(group))){stroke:\(colour)}"
  }
}
