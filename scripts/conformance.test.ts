// docs/conformance.md says what is true: its files are there, its tests are there and run, and its texts are those of the list
// that the browser walks through. `npx vitest run scripts/conformance.test.ts -u` writes the texts anew.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readers, texts } from '#e2e/texts.ts'
import { findTest } from './tests-of.ts'

const heading = '## Texts, word for word\n'
const [upper = ''] = readFileSync('docs/conformance.md', 'utf8').split(heading)
const rows = upper
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter(([, where]) => where !== 'where')
const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

type Row = { text: string; screen: string; file: string; proof: string; written: string }
const scenes = 'e2e/texts.spec.ts › '
const listed: Row[] = readers.flatMap((reader) => [
  ...texts[reader].scenes.flatMap((scene) =>
    scene.texts.map(([text, , file, written = text]) => ({
      text,
      screen: `${scene.screen}: ${scene.state}`,
      file,
      written,
      proof: `${scenes}what the ${reader} reads: ${scene.screen}, ${scene.state}`,
    })),
  ),
  ...texts[reader].proven.flatMap(({ screen, state, proof, texts }) =>
    texts.map(([text, file]) => ({
      text,
      screen: `${screen}: ${state}`,
      file,
      written: text,
      proof,
    })),
  ),
])

test('every file that a row names is there', () => {
  const files = [
    ...rows.flatMap(([, where = '']) => quoted(where)),
    ...listed.map(({ file }) => file),
  ]
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

test('every test that a row names is there, and runs', () => {
  const inRows = rows.flatMap(([, , proof = '']) => quoted(proof))
  expect(inRows.length).toBeGreaterThan(100)
  const tests = [...new Set([...inRows, ...listed.map(({ proof }) => proof)])]
  expect(tests.filter((one) => !findTest(one))).toEqual([])
})

test('every row names its files and its tests', () => {
  expect(
    rows.filter(
      ([, where = '', proof = '']) => quoted(where).length === 0 || quoted(proof).length === 0,
    ),
  ).toEqual([])
})

/** As a source writes it, with its quotes escaped or not. */
const holds = (file: string, text: string) =>
  [text, text.replaceAll("'", "\\'")].some((one) => readFileSync(file, 'utf8').includes(one))

test('every text stands in its file, and a test that proves it quotes it', () => {
  expect(listed.length).toBeGreaterThan(150)
  expect(listed.filter(({ file, written }) => !holds(file, written))).toEqual([])
  const proven = listed.filter(({ proof }) => !proof.startsWith(scenes))
  expect(proven.length).toBeGreaterThan(15)
  expect(
    proven.filter(
      ({ text, proof }) => !findTest(proof)?.quotes.some((quote) => quote.includes(text)),
    ),
  ).toEqual([])
})

test('the table of texts is the list', async () => {
  const table = listed.map(
    ({ text, screen, file, proof }) => `| ${text} | ${screen} | \`${file}\` | \`${proof}\` |`,
  )
  const section = `${heading}
Each stands on its screen, in that state, where its test reads it. The list is \`e2e/texts.ts\`; this table is written from it.

| text | screen and state | where | test |
| --- | --- | --- | --- |
${[...new Set(table)].join('\n')}
`
  await expect(upper + section).toMatchFileSnapshot('../docs/conformance.md')
})
