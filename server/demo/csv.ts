/** The fields of one line of CSV; a field in quotes may hold commas and doubled quotes. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** The rows of a CSV file, the one with the names too. No field may have a line break. */
export const readCsv = (text: string): string[][] => text.trim().split(/\r?\n/).map(fieldsOf)
