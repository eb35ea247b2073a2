// docs/conformance.md says what is true: its files, its tests and its texts are there.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/conformance.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.slice(2, -2).split(' | '))
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
/** A text as it may be written in a source: with its quotes escaped or not. */
const holds = (file: string, text: string) => [text, text.replaceAll("'", "\\'")].some((one) => read(file).includes(one))

test('every file that a row names is there', () => {
  const files = rows.flatMap(([, where = '']) => quoted(where))
  expect(files.length).toBeGreaterThan(120)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('every test that a row names is there', () => {
  const tests = rows.flatMap(([, , proof = '']) => quoted(proof)).filter((one) => one.includes(' › '))
  expect(tests.length).toBeGreaterThan(80)
  const missing = tests.filter((one) => {
    const [file = '', title = ''] = one.split(' › ')
    return !read(file).includes(title)
  })
  expect(missing).toEqual([])
})

test('every text stands in its file and in its test', () => {
  const texts = rows.filter(
    ([, where = '', proof = '']) => quoted(where).length === 1 && quoted(proof).length === 1 && !proof.includes(' › '),
  )
  expect(texts.length).toBeGreaterThan(85)
  const missing = texts.filter(([text = '', where = '', proof = '']) => [where, proof].some((cell) => !holds(quoted(cell)[0] ?? '', text)))
  expect(missing).toEqual([])
})
