// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

const maxNamed = 1000

/** A list of `total` rows, whose first ones are loaded. */
function select(total: number, found = {}, ids: readonly string[] = ['a', 'b', 'c']) {
  const { result, rerender } = renderHook(
    ({ found, ids, total }: { total: number; found: object; ids: readonly string[] }) => {
      const rows = ids.map((_id) => ({ _id }))
      return useSelection(found, { rows, total, isPlaceholderData: false }, maxNamed)
    },
    { initialProps: { total, found, ids } },
  )
  return {
    now: () => result.current,
    show: (total: number, next = found, shown = ids) =>
      rerender({ total, found: next, ids: shown }),
    run: (change: (selection: typeof result.current) => void) => act(() => change(result.current)),
  }
}

test('unticking the header ends the selection of all, also of books that were never shown', () => {
  const { now, run } = select(3)
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], true))
  expect(now()).toMatchObject({ isAll: false, count: 2, chosen: { ids: ['a', 'b'] } })
  run(({ selectAll }) => selectAll())
  run(({ change }) => change(['a'], false))
  expect(now()).toMatchObject({ count: 2, chosen: { found: {}, except: ['a'], expected: 3 } })
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], true))
  expect(now()).toMatchObject({ isAll: true, count: 3 })
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], false))
  expect(now()).toMatchObject({ isAll: false, count: 0, chosen: { ids: [] } })
})

test('all loaded books are chosen by the filters if no others are found', () => {
  const loaded = Array.from({ length: maxNamed + 1 }, (_, n) => `${n}`)
  const whole = select(loaded.length, { branch: 'Law' }, loaded)
  whole.run(({ changeLoaded }) => changeLoaded(loaded, true))
  expect(whole.now()).toMatchObject({
    isTooLarge: false,
    chosen: { found: { branch: 'Law' }, except: [], expected: loaded.length },
  })
  const part = select(loaded.length + 1, {}, loaded)
  part.run(({ changeLoaded }) => changeLoaded(loaded, true))
  expect(part.now()).toMatchObject({ isTooLarge: true, count: loaded.length })
})

test('a deleted book is forgotten, and other filters end the selection', () => {
  const { now, run, show } = select(3)
  run(({ change }) => change(['a', 'b'], true))
  run(({ forget }) => forget(['a']))
  expect(now().chosen).toEqual({ ids: ['b'] })
  run(({ selectAll }) => selectAll())
  run(({ change }) => change(['b'], false))
  run(({ forget }) => forget(['b']))
  show(2)
  expect(now()).toMatchObject({ count: 2, chosen: { except: [], expected: 2 } })
  show(2, { branch: 'Law' })
  expect(now().count).toBe(0)
  show(2)
  expect(now()).toMatchObject({ isAll: false, count: 0 })
})

test('a book that left the list is no longer chosen', () => {
  const { now, run, show } = select(3)
  run(({ change }) => change(['a', 'b', 'c'], true))
  show(2, {}, ['a', 'c'])
  expect(now()).toMatchObject({ count: 2, chosen: { ids: ['a', 'c'] } })
})

test('books that are left out of all count while they can be further down the list', () => {
  const { now, run, show } = select(60)
  run(({ selectAll }) => selectAll())
  run(({ change }) => change(['a', 'q'], false))
  const chosen = { found: {}, except: ['a', 'q'] }
  expect(now()).toMatchObject({ count: 58, chosen: { ...chosen, expected: 60 } })
  // Another order shows other rows first.
  show(60, {}, ['x', 'y', 'z'])
  expect(now()).toMatchObject({ count: 58, chosen: { ...chosen, expected: 60 } })
  show(2, {}, ['a', 'c'])
  expect(now()).toMatchObject({ count: 1, chosen: { ...chosen, expected: 2 } })
})
