import { expect, test } from 'vitest'
import { isSameInput } from './hooks.ts'

const file = (text: string) => new File([text], 'photo.jpg', { type: 'image/jpeg' })
const photo = file('a')
const images = [photo, file('b')]

test.each([
  ['equal fields', { title: 'Tides', pages: 3 }, { title: 'Tides', pages: 3 }, true],
  ['a different value', { title: 'Tides' }, { title: 'Waves' }, false],
  ['an extra field', { title: 'Tides' }, { title: 'Tides', pages: undefined }, false],
  ['the same file objects', { images }, { images: [...images] }, true],
  ['files in another order', { images }, { images: [...images].reverse() }, false],
  ['another file of the same name and size', { images: [photo] }, { images: [file('a')] }, false],
  ['a file and a text', { images: photo }, { images: 'photo.jpg' }, false],
  ['a list and its first element', { images: [photo] }, { images: photo }, false],
  ['nothing and an empty input', undefined, {}, false],
])('comparing inputs: %s', (_, a, b, expected) => {
  expect(isSameInput(a, b)).toBe(expected)
  expect(isSameInput(b, a)).toBe(expected)
})
