// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

const maxNamed = 1000

function select(total: number, found = {}) {
  const { result, rerender } = renderHook(
    (list: { total: number; found: object }) =>
      useSelection(list.found, { total: list.total, isPlaceholderData: false }, maxNamed),
    { initialProps: { total, found } },
  )
  return {
    now: () => result.current,
    show: (total: number, next = found) => rerender({ total, found: next }),
    run: (change: (selection: typeof result.current) => void) => act(() => change(result.current)),
  }
}

test('unticking the header ends the selection of all, also of books that were never shown', () => {
  const { now, run } = select(3)
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], true))
  expect(now()).toMatchObject({ isAll: false, count: 2, chosen: { ids: ['a', 'b'] } })
  run(({ selectAll }) => selectAll())
  run(({ change }) => change(['a'], false))
  expect(now()).toMatchObject({ count: 2, chosen: { found: {}, except: ['a'], expected: 2 } })
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], true))
  expect(now()).toMatchObject({ isAll: true, count: 3 })
  run(({ changeLoaded }) => changeLoaded(['a', 'b'], false))
  expect(now()).toMatchObject({ isAll: false, count: 0, chosen: { ids: [] } })
})

test('all loaded books are chosen by the filters if no others are found', () => {
  const loaded = Array.from({ length: maxNamed + 1 }, (_, n) => `${n}`)
  const whole = select(loaded.length, { branch: 'Law' })
  whole.run(({ changeLoaded }) => changeLoaded(loaded, true))
  expect(whole.now()).toMatchObject({
    isTooLarge: false,
    chosen: { found: { branch: 'Law' }, except: [], expected: loaded.length },
  })
  const part = select(loaded.length + 1)
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
})
