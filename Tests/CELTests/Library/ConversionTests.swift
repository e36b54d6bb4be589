import CEL
import Testing

@Suite struct Conversions {
  static let numbers: [Row] = [
    Row("a negative int", .toInt, "-5", gives: "-5"),
    Row("a plus sign", .toInt, "+5", gives: "5"),
    Row("the least int", .toInt, "-9223372036854775808", gives: "-9223372036854775808"),
    Row("above the largest int", .toInt, "9223372036854775808", gives: "error: conversion"),
    Row("a blank", .toInt, " 5", gives: "error: conversion"),
    Row("a digit beyond ASCII", .toInt, "\u{663}", gives: "error: conversion"),
    Row("a sign alone", .toInt, "-", gives: "error: conversion"),
    Row("no digit", .toInt, "", gives: "error: conversion"),
    Row("hexadecimal", .toInt, "0x10", gives: "error: conversion"),
    Row("an exponent", .toInt, "1e3", gives: "error: conversion"),
    Row("an underscore", .toInt, "1_000", gives: "error: conversion"),
    Row("int of a double", .toInt, -3.99, gives: "-3"),
    Row("int of 2^63", .toInt, 0x1p63, gives: "error: overflow"),
    Row("int of -2^63", .toInt, -0x1p63, gives: "error: overflow"),
    Row(
      "int of just below 2^63", .toInt, 9_223_372_036_854_774_784.0,
      gives: "9223372036854774784"),
    Row("int of NaN", .toInt, .double(.nan), gives: "error: overflow"),
    Row("int of infinity", .toInt, .double(.infinity), gives: "error: overflow"),
    Row("int of uint", .toInt, .uint(.max), gives: "error: overflow"),
    Row("int of a timestamp before 1970", .toInt, time("1969-12-31T23:59:59.5Z"), gives: "-1"),
    Row("int of a bool", .toInt, true, gives: "error: overload"),
    Row("uint", .toUint, "18446744073709551615", gives: "18446744073709551615u"),
    Row("above the largest uint", .toUint, "18446744073709551616", gives: "error: conversion"),
    Row("a uint with a sign", .toUint, "+5", gives: "error: conversion"),
    Row("uint of a negative int", .toUint, -1, gives: "error: overflow"),
    Row("uint of a double", .toUint, 25.5, gives: "25u"),
    Row("uint of a double below zero", .toUint, -0.5, gives: "error: overflow"),
    Row("uint of 2^64", .toUint, 0x1p64, gives: "error: overflow"),
    Row("double of the largest int", .toDouble, .int(.max), gives: "9223372036854776000d"),
    Row("a double with a point in front", .toDouble, "-.5", gives: "-0.5d"),
    Row("a double with a point behind", .toDouble, "5.", gives: "5d"),
    Row("a point alone", .toDouble, ".", gives: "error: conversion"),
    Row("exponents", .toDouble, "1E+5", gives: "100000d"),
    Row("an exponent without digits", .toDouble, "1e", gives: "error: conversion"),
    Row("a double too large", .toDouble, "1e400", gives: "Infinityd"),
    Row("a double too small", .toDouble, "1e-400", gives: "0d"),
    Row("a huge exponent", .toDouble, "1e99999999999999999999", gives: "Infinityd"),
    Row("infinity", .toDouble, "-inf", gives: "-Infinityd"),
    Row("infinity in full", .toDouble, "+Infinity", gives: "Infinityd"),
    Row("NaN", .toDouble, "NaN", gives: "NaNd"),
    Row("NaN in lower case", .toDouble, "nan", gives: "error: conversion"),
    Row("NaN with a sign", .toDouble, "-NaN", gives: "error: conversion"),
    Row("INF", .toDouble, "INF", gives: "error: conversion"),
    Row("a hexadecimal double", .toDouble, "0x1p3", gives: "error: conversion"),
    Row("a suffix", .toDouble, "1d", gives: "error: conversion"),
    Row("blanks", .toDouble, " 1", gives: "error: conversion"),
    Row("minus zero", .toDouble, "-0", gives: "-0d"),
  ]

  static let texts: [Row] = [
    Row("true", .toBool, "T", gives: "error: conversion"),
    Row("t", .toBool, "t", gives: "true"),
    Row("1", .toBool, "1", gives: "true"),
    Row("False", .toBool, "False", gives: "false"),
    Row("FALSE", .toBool, "FALSE", gives: "false"),
    Row("tRUE", .toBool, "tRUE", gives: "error: conversion"),
    Row("bool of int", .toBool, 1, gives: "error: overload"),
    Row("text of a bool", .toString, true, gives: "'true'"),
    Row("text of an int", .toString, .int(.min), gives: "'-9223372036854775808'"),
    Row("text of a uint", .toString, .uint(.max), gives: "'18446744073709551615'"),
    Row("text of UTF-8", .toString, .bytes([0xC3, 0xBF]), gives: "'ÿ'"),
    Row("text of a broken letter", .toString, .bytes([0xC3]), gives: "error: conversion"),
    Row("text of an overlong letter", .toString, .bytes([0xC0, 0x80]), gives: "error: conversion"),
    Row("text of a surrogate", .toString, .bytes([0xED, 0xA0, 0x80]), gives: "error: conversion"),
    Row("text of U+FFFD", .toString, .bytes([0xEF, 0xBF, 0xBD]), gives: "'\u{FFFD}'"),
    Row("text of an enumeration", .toString, .enumeration(TypeID(index: 0), 1), gives: "'major'"),
    Row(
      "text of a value that is not declared", .toString, .enumeration(TypeID(index: 0), 2),
      gives: "error: overload"),
    Row("text of null", .toString, .null, gives: "error: overload"),
    Row("text of a list", .toString, list(), gives: "error: overload"),
    Row("bytes of text", .toBytes, "ÿ", gives: "b[195, 191]"),
    Row("bytes of bytes", .toBytes, .bytes([255]), gives: "b[255]"),
    Row("dyn", .toDyn, 1, gives: "1"),
    Row(
      "the type of a record", .typeOf, .record([], TypeID(index: 1)),
      gives: "type declared(CEL.TypeID(index: 1))"),
    Row("the type of a type", .typeOf, .type(.int), gives: "type type"),
    Row("the type of null", .typeOf, .null, gives: "type null"),
    Row("no argument", .toInt, gives: "error: overload"),
  ]

  static let encoders: [Row] = [
    Row("nothing", .base64Encode, .bytes([]), gives: "''"),
    Row("one byte", .base64Encode, .bytes([0xFF]), gives: "'/w=='"),
    Row("two bytes", .base64Encode, .bytes([0xFF, 0xFE]), gives: "'//4='"),
    Row("three bytes", .base64Encode, .bytes([0xFB, 0xFF, 0xFE]), gives: "'+//+'"),
    Row("text is not encoded", .base64Encode, "a", gives: "error: overload"),
    Row("decoded", .base64Decode, "aGVsbG8=", gives: "b[104, 101, 108, 108, 111]"),
    Row("without padding", .base64Decode, "aGVsbG8", gives: "b[104, 101, 108, 108, 111]"),
    Row("nothing decoded", .base64Decode, "", gives: "b[]"),
    Row("half of the padding", .base64Decode, "/w=", gives: "error: conversion"),
    Row("too much padding", .base64Decode, "////====", gives: "error: conversion"),
    Row("padding alone", .base64Decode, "====", gives: "error: conversion"),
    Row("one digit", .base64Decode, "a", gives: "error: conversion"),
    Row("bits that are left over", .base64Decode, "/x==", gives: "error: conversion"),
    Row("a line break", .base64Decode, "aGVs\nbG8=", gives: "error: conversion"),
    Row("the alphabet of URLs", .base64Decode, "-_--", gives: "error: conversion"),
  ]

  @Test(arguments: numbers) func `numbers are read strictly and never wrap`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: texts) func `texts and types`(row: Row) {
    #expect(row.answer == row.expected)
  }

  @Test(arguments: encoders) func `base64`(row: Row) {
    #expect(row.answer == row.expected)
  }
}
