import { expect, test } from 'vitest'
import { optionsOf } from './options.ts'

test.each([
  ['Physics: Textbook for Class XI, Part II', 'Part II · Class XI · NCERT'],
  ['Concepts of Physics, Volume 2', 'Vol. 2 · NCERT'],
  ['Optics', 'NCERT'],
])('%s: %s is below, as a phone cuts titles off', (text, note) => {
  const [option] = optionsOf([{ kind: 'title', text, title: 'id', author: 'NCERT' }])
  expect(option).toMatchObject({ label: text, note })
})
