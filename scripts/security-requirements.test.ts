// The table of security requirements counts its own rows, and names tests and files that are there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const text = readFileSync(path.join(root, 'docs/security-requirements.md'), 'utf8')
const rowsOf = (pattern: RegExp) =>
  text
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
const requirements = rowsOf(/^\| \d+\.\d+\.\d+ \|/)
const reasonOf = (row: string[]) => row[6] ?? ''
const kindOf = (row: string[]) => {
  if (reasonOf(row).startsWith('not met: ')) return 'not met'
  if (reasonOf(row).startsWith("doesn't apply: ")) return 'doesn’t apply'
  return (row[4] ?? '').startsWith('proxy or operator: ') ? 'operator' : 'met'
}
const countsOf = (rows: string[][]) => {
  const count = (kind: string) => rows.filter((row) => kindOf(row) === kind).length
  return [rows.length, ...['met', 'operator', 'not met', 'doesn’t apply'].map(count)]
}

test('the summary counts the rows of each chapter', () => {
  const summary = rowsOf(/^\| (\[V\d+ |all \|)/)
  expect(
    summary.map(([, chapter, ...counts]) => [chapter, ...counts.slice(0, 5).map(Number)]),
  ).toEqual(
    summary.map(([, chapter = '']) => {
      const number = /^\[V(\d+) /.exec(chapter)?.[1]
      const rows = requirements.filter(([, id]) => !number || id?.startsWith(`${number}.`))
      return [chapter, ...countsOf(rows)]
    }),
  )
  expect(requirements.length).toBeGreaterThan(200)
})

test('what is met says where, what isn’t says why, and files that are named are there', () => {
  for (const row of requirements) {
    const isMet = ['met', 'operator'].includes(kindOf(row))
    expect([row[1], isMet, row[4] !== '', reasonOf(row) === '']).toEqual([
      row[1],
      isMet,
      isMet || row[4] !== '',
      isMet,
    ])
  }
  const named = [
    ...text.matchAll(/`((?:contract|db|docs|e2e|scripts|server|chaos|web)\/[^`\s]+)`/g),
  ]
  const missing = named
    .map(([, file = '']) => file)
    .filter(
      (file) => !existsSync(path.join(root, file)) && globSync(file, { cwd: root }).length === 0,
    )
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(200)
})
