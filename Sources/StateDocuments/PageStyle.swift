import Graphs

/// The style sheet of a page, in the colours of the pictures.
enum PageStyle {
  static let sheet = """
    \(structure)
    \(colours(.light))
    @media (prefers-color-scheme: dark) {
    \(colours(.dark))
    }
    @media print { nav, .skip { display: none } .picture, .table { overflow: visible } }
    """

  private static let structure = """
    * { box-sizing: border-box }
    body { margin: 0; overflow-wrap: anywhere; font: 15px/1.5 \(Style.fonts) }
    header, main { max-width: 76rem; margin: 0 auto; padding: .5rem 1.5rem }
    header { padding-bottom: 0 }
    h1 { margin: .5rem 0; font-size: 1.9rem; overflow-wrap: anywhere }
    h2 { margin: 1.6rem 0 .3rem; font-size: 1.25rem }
    p { margin: .3rem 0 .6rem; overflow-wrap: anywhere }
    code { font: .88em \(Style.codeFonts); overflow-wrap: anywhere }
    nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: .6rem 0 }
    .about { font-size: 1.05rem; max-width: 50rem }
    .skip { position: absolute; left: -99rem }
    .skip:focus { left: 1rem; top: .5rem; padding: .3rem .6rem }
    .picture, .table { overflow-x: auto; border-radius: 6px }
    .picture { border: 1px solid; padding: 0; line-height: 0 }
    .picture svg { display: block }
    table { border-collapse: collapse; min-width: 40rem; width: 100% }
    th, td { text-align: left; vertical-align: top; padding: .4rem .7rem; border-bottom: 1px solid }
    th { font-weight: 600; font-size: .87rem }
    td { overflow-wrap: anywhere }
    td:first-child { white-space: nowrap }
    ul.story, .story ul { list-style: none; padding-left: 1.2rem; margin: .3rem 0 }
    ul.story { padding-left: 0 }
    .story li { border-left: 2px solid; padding: .1rem 0 .1rem .9rem; margin: .5rem 0 }
    .story p { margin: .1rem 0 }
    @media (max-width: 45rem) {
      header, main { padding-left: .7rem; padding-right: .7rem }
      .story ul { padding-left: 0 }
      .story li { padding-left: .4rem }
    }
    .word { display: inline-block; min-width: 2.6rem; font-size: .87rem }
    .coverage ul { display: flex; flex-wrap: wrap; gap: .3rem .6rem; list-style: none;
      padding: 0; margin: .3rem 0 }
    .coverage li { border: 1px solid; border-radius: 9px; padding: 0 .6rem; font-size: .9rem }
    .unreached td { border-bottom-style: dashed }
    .coverage li.part { border-style: dashed }
    .missed { font-weight: 700 }
    .player { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .4rem 0;
      position: sticky; top: 0; z-index: 1; padding: .3rem 0 }
    .player p { flex: 1 0 100%; margin: 0; min-height: 1.5em }
    .player select, .player button { font: inherit; color: inherit; background: inherit;
      border: 1px solid; border-radius: 6px; padding: .15rem .6rem; max-width: 100% }
    .sd a.m-taken tspan { font-weight: 700; text-decoration: underline }
    .sd .flow.m-taken .line { stroke-width: 2.6; stroke-opacity: 1 }
    :target { scroll-margin-top: 1rem }
    :focus-visible { outline: 3px solid; outline-offset: 2px }
    main:focus { outline: none }
    """

  /// The selectors of a marked box.
  private static func marked(_ group: String) -> String {
    ".sd \(group) > .box, .sd \(group) > a > .box"
  }

  private static func colours(_ palette: Palette) -> String {
    """
    body { background: \(palette.page); color: \(palette.ink) }
    a { color: \(palette.ui) }
    th, .word, .legend, .coverage p { color: \(palette.muted) }
    th, td, .picture { border-color: \(palette.frameLine) }
    thead tr { background: \(palette.bar) }
    .story li { border-color: \(palette.frameLine) }
    .skip { background: \(palette.page) }
    .player { background: \(palette.page) }
    .player select, .player button { border-color: \(palette.frameLine) }
    .player button:disabled { color: \(palette.muted) }
    \(marked(".atomic.m-active")), \(marked(".atomic.m-enter")) { fill: \(palette.bar) }
    \(marked(".m-within")) { stroke: \(palette.leafLine); stroke-width: 2 }
    .sd .m-changed > a > .box, .sd .m-changed > a > .out, .sd .card.m-taken > a > .pill {
      fill: \(palette.bar); stroke: \(palette.condition); stroke-width: 2.4 }
    .missed, li.part { color: \(palette.command) }
    .unreached td { border-color: \(palette.command) }
    .coverage li { border-color: \(palette.action) }
    .coverage li.part { border-color: \(palette.command) }
    tr:target, li:target { background: \(palette.pill) }
    :focus-visible { outline-color: \(palette.ui) }
    """
  }
}
