/** What spreadsheets would run as a formula. Further apostrophes make reading exact. */
const formula = /^'*\s*[=+\-@\t\r]/

/** A cell by RFC 4180. An apostrophe keeps spreadsheets from running a text as a formula. */
function toCell(value: string | number): string {
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Reads a cell that `toCsv` wrote. */
export const fromCell = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text

/** Excel needs it to read UTF-8. */
export const byteOrderMark = '\uFEFF'

export const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
