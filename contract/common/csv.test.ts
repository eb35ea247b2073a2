import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCell, toCsv } from './csv.ts'

test('no text is a formula, and each is read back exactly', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.stringMatching(/^'{0,3}\s?[=+\-@\t\r]\w*$/),
  )
  fc.assert(
    fc.property(text, (text) => {
      const [written = ''] = toCsv([[text]]).split(/\r\n$/)
      const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
      expect(cell.trimStart()).not.toMatch(/^[=+\-@]/)
      expect(fromCell(cell)).toBe(text)
    }),
  )
})
