import { expect, test } from 'vitest'
import { findTest, testsIn } from './tests-of.ts'

const running = (source: string) =>
  testsIn(source).flatMap(({ title, runs }) => (runs ? [title] : []))

test('a test counts only where it runs', () => {
  const slot = ['$', '{y}'].join('')
  const body = 'async () => { expect(1).toBe(1) }'
  expect(
    running(
      `test('a', ${body}); talk('b', { tag: 'x' }, ${body}); test.each([1])('c %s', ${body})`,
    ),
  ).toEqual(['a', 'b', 'c %s'])
  expect(
    running(`describe('x', () => { for (const y of z) test(\`of ${slot}\`, ${body}) })`),
  ).toEqual([`of ${slot}`])
  for (const off of [
    'test.skip',
    'test.fixme',
    'test.todo',
    'it.skip',
    'test.fail',
    'test.runIf(false)',
    'test.skipIf(true)',
    'talk.skip',
  ])
    expect(running(`${off}('a', ${body}); test('b', ${body})`), off).toEqual(['b'])
  expect(
    running(`test.describe.skip('x', () => { test('a', ${body}) }); test('b', ${body})`),
  ).toEqual(['b'])
  expect(running(`test('a', () => { test.skip(); expect(1) }); test('b', ${body})`)).toEqual(['b'])
  expect(running(`test.skip(isSlow, 'for now'); test('a', ${body})`)).toEqual([])
  expect(running(`test.only('a', ${body}); test('b', ${body})`)).toEqual([])
  expect(running(`// test('a', ${body})\nconst b = "test('b')"`)).toEqual([])
})

test('only what is expected is quoted', () => {
  const [found] = testsIn(
    "test('a', async () => { const x = 'One.'; await expect(page.getByText('Two.')).toHaveText(x + ' Three.') })",
  )
  expect(new Set(found?.quotes)).toEqual(new Set(['Two.', ' Three.']))
})

test('a test is found by its file and its title, or by what its template makes', () => {
  expect(findTest('scripts/tests-of.test.ts › only what is expected is quoted')?.quotes).toContain(
    'Two.',
  )
  expect(findTest('scripts/tests-of.test.ts › only what is expected')).toBeUndefined()
  expect(
    findTest("e2e/guards.spec.ts › a buyer's pages ask for the login and bring one back after it"),
  ).toBeDefined()
  expect(findTest("e2e/guards.spec.ts › a buyer's pages ask for it")).toBeUndefined()
})
