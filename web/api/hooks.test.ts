import { expect, test } from 'vitest'
import { isSame } from './hooks.ts'

const file = (text: string) => new File([text], 'photo.jpg', { type: 'image/jpeg' })
const photo = file('a')
const images = [photo, file('b')]

test.each([
  ['equal fields', { title: 'Tides', pages: 3 }, { title: 'Tides', pages: 3 }, true],
  ['another value', { title: 'Tides' }, { title: 'Waves' }, false],
  ['a field more', { title: 'Tides' }, { title: 'Tides', pages: undefined }, false],
  ['the very files', { images }, { images: [...images] }, true],
  ['files in another order', { images }, { images: [...images].reverse() }, false],
  ['another file of the same name and size', { images: [photo] }, { images: [file('a')] }, false],
  ['a file instead of a text', { images: photo }, { images: 'photo.jpg' }, false],
  ['a list and its first element', { images: [photo] }, { images: photo }, false],
  ['nothing asked before', undefined, {}, false],
])('%s', (_, one, other, expected) => {
  expect(isSame(one, other)).toBe(expected)
  expect(isSame(other, one)).toBe(expected)
})
