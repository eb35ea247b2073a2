import { expect, test } from 'vitest'
import { isComposing } from './composition.ts'

test.each([
  ['Chrome and Firefox: within a composition', 229, true, true],
  ['Firefox: the code of the key itself', 13, true, true],
  ['Safari: the composition has just ended', 229, false, true],
  ['Enter alone', 13, false, false],
])('%s', (_, keyCode, isWithin, expected) => {
  expect(isComposing({ keyCode, nativeEvent: { isComposing: isWithin } })).toBe(expected)
})
