import { expect, test } from 'vitest'
import type { Bar, Measured } from '#bench/cases/bench-case.ts'
import { combineRuns } from './combine.ts'
import { cellsOf, writeTable } from './table.ts'

const row = (figure: number, bars: Bar[] = []) =>
  ({ of: 'books', figure, unit: 'ms', bars }) as const

test('a row has the median of its runs, their spread, and how far it is from its bars', () => {
  const bars: Bar[] = [{ atMost: 50 }, { atLeast: 40 }]
  const [combined] = combineRuns('lists', [[row(90, bars)], [row(60, bars)], [row(75, bars)]])
  expect(combined).toMatchObject({
    figure: 75,
    spread: 0.4,
    verdict: '≤ 50: over by 50 %, ≥ 40: met',
  })
})

test.each<[Bar, number, string]>([
  [{ share: 0.5 }, 40, '≥ 50 %: short by 20 %'],
  [{ share: 0.5 }, 50, '≥ 50 %: met'],
  [{ times: 3 }, 300, '≤ 3 times: met'],
  [{ times: 3 }, 600, '≤ 3 times: over by 100 %'],
  [{ atMost: 0 }, 0, '≤ 0: met'],
  [{ atMost: 0 }, 3, '≤ 0: over by 3'],
])('of %o, %d beside 100 is: %s', (bar, figure, verdict) => {
  const measured = { ...row(figure, [bar]), beside: { name: 'bare', figure: 100 } }
  expect(combineRuns('lists', [[measured]])[0]?.verdict).toBe(verdict)
})

test('what went wrong is added up: it shows even if it was in one run of three', () => {
  const lost = (figure: number): Measured[] => [
    { of: 'lost', figure, outOf: 1000, unit: 'messages', bars: [{ atMost: 0 }] },
  ]
  const [combined] = combineRuns('live', [lost(0), lost(2), lost(0)])
  const cells = combined && cellsOf(combined).filter((cell) => cell !== '')
  expect(cells).toEqual(['live', 'lost', '2 of 3,000 messages', '≤ 0: over by 2'])
})

const cases = ['lists', 'book', 'live']
const write = (earlier: string, key: string, name: string, figure: number) =>
  writeTable(
    earlier,
    { key, machine: `of ${key}`, rows: combineRuns(name, [[row(figure)]]) },
    cases,
  )
const linesOf = (text: string) =>
  text.split('\n').filter((line) => /^(\| (lists|book|live)|- )/.test(line))

test('a case that is measured again takes the place of its rows; the others stay', () => {
  const first = write(write('', 'aaa 1', 'book', 11), 'bbb 2', 'lists', 22)
  expect(linesOf(first)).toEqual([
    expect.stringMatching(/^\| lists \| books \| 22 ms .*\| bbb 2 \|$/),
    expect.stringMatching(/^\| book \| books \| 11 ms .*\| aaa 1 \|$/),
    '- aaa 1: of aaa 1',
    '- bbb 2: of bbb 2',
  ])
  const second = write(first, 'ccc 3', 'book', 33)
  expect(linesOf(second)).toEqual([
    expect.stringMatching(/^\| lists \| books \| 22 ms .*\| bbb 2 \|$/),
    expect.stringMatching(/^\| book \| books \| 33 ms .*\| ccc 3 \|$/),
    '- bbb 2: of bbb 2',
    '- ccc 3: of ccc 3',
  ])
})
