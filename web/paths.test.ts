import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chatPath, paths, safeRedirectPath } from './paths.ts'

const origin = 'https://dobara.example'

test.each([
  paths.buyer.orders,
  chatPath('seller', 'x'),
  '/books?search=C%2B%2B%20%2F%20Go&sort=-price',
  '/buyer/book/01a1f7a4-786b-7710-bf14-e0fad320f349?chat#reviews',
  '/?login=buyer&next=https://example.com/',
])('%j is accepted', (next) => {
  expect(safeRedirectPath(next)).toBe(next)
})

test.each([
  undefined,
  null,
  '',
  'buyer/orders',
  'https://evil.example/',
  'javascript:alert(1)',
  '//evil.example/',
  '/\\evil.example/',
  // Browsers ignore tabs and line breaks anywhere in a URL.
  '/\t/evil.example/',
  '/\n/evil.example/',
  '/\r\n/evil.example/',
  '\t//evil.example/',
  '/buyer\t/orders',
  '/\u0000/evil.example/',
  '/\u007f/evil.example/',
  '/buyer\\orders',
  // When their dots are resolved, these paths start with two slashes.
  '/.//evil.example/',
  '/..//evil.example/',
  '/buyer/..//evil.example/',
  '/%2e//evil.example/',
])('%j is rejected', (next) => {
  expect(safeRedirectPath(next)).toBeUndefined()
})

const pieces = [
  '/',
  '//',
  '\\',
  '\t',
  '\n',
  '\r',
  '.',
  '..',
  '%2e',
  '@',
  ':',
  '?',
  '#',
  ' ',
  '\u0000',
  'evil.example',
  'https:',
  'buyer',
  'é',
]
test('an accepted path stays on this site, even after it has been resolved', () => {
  const path = fc.array(
    fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      path.map((parts) => `/${parts.join('')}`),
      (next) => {
        const accepted = safeRedirectPath(next)
        if (accepted === undefined) return
        const url = new URL(accepted, origin)
        expect(url.origin).toBe(origin)
        expect(new URL(url.pathname + url.search + url.hash, origin).href).toBe(url.href)
      },
    ),
    { numRuns: 2000 },
  )
})
