// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { supportPageTranslation } from './translated-text.ts'

const { removeChild, insertBefore } = Node.prototype
afterEach(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
  document.body.replaceChildren()
})

const other = () => document.createElement('p')

test('a wrong removal or insertion throws on a page that isn’t translated', async () => {
  supportPageTranslation()
  document.body.append('Hello', other())
  await vi.waitFor(() => expect(document.body.childNodes).toHaveLength(2))
  expect(() => document.body.removeChild(other())).toThrow()
  expect(() => document.body.insertBefore(other(), other())).toThrow()
})

test('React can remove a translated text, and insert before it', async () => {
  supportPageTranslation()
  const text = document.createTextNode('Hello')
  document.body.append(text)
  const font = document.createElement('font')
  text.replaceWith(font)
  font.append('नमस्ते')
  await vi.waitFor(() => expect(Node.prototype.removeChild).not.toBe(removeChild))
  await vi.waitFor(() => {
    document.body.insertBefore(other(), text)
    expect(document.body.firstElementChild?.nodeName).toBe('P')
  })
  document.body.removeChild(text)
  expect(document.querySelector('font')).toBeNull()
})
