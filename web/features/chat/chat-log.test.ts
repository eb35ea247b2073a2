import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withLinks } from './chat-log.tsx'

const html = (text: string) => renderToStaticMarkup(withLinks(text))
const unescapeHtml = (escaped: string) =>
  escaped
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const hrefs = (text: string) =>
  [...html(text).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => unescapeHtml(href))

test.each([
  ['see https://example.org/a?b=1&c=2.', ['https://example.org/a?b=1&c=2']],
  ['(http://example.org)', ['http://example.org']],
  ['two: https://a.example and https://b.example!', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x //evil.example', []],
  ['https://', []],
  ['https://example.org/a[1]/{b}', ['https://example.org/a[1]/{b}']],
  ['write to ravi@example.org, or look at example.org', []],
])('the links of %j', (text, links) => {
  expect(hrefs(text)).toEqual(links)
})

test('everything else stays plain text', () => {
  const text = '<img src=x onerror=alert(1)> "quoted" https://example.org/"onmouseover="x'
  expect(html(text)).not.toContain('<img')
  expect(unescapeHtml(html(text).replace(/<a [^>]*>|<\/a>/g, ''))).toBe(text)
})

test('links send no referrer', () => {
  expect(html('https://example.org')).toContain('rel="noreferrer noopener nofollow ugc"')
})

/** Generates URLs with balanced brackets. */
const urls = fc
  .array(
    fc
      .tuple(
        fc.constantFrom('%s', 'a(%s)', '(%s)_b', 'a[%s]', '(x(%s))'),
        fc.stringMatching(/^[a-z0-9_-]{1,8}$/),
      )
      .map(([frame, word]) => frame.replace('%s', word)),
    { maxLength: 4 },
  )
  .map((parts) => `https://example.org/${parts.join('/')}`)
const prefixes = fc.constantFrom('', 'see ', '(', '[', '"', 'at: ')
const suffixes = fc.constantFrom(
  '',
  '.',
  ',',
  '!',
  '?',
  ')',
  ').',
  ']',
  '", he said',
  ' and more',
  '):',
)

test('a whole URL is linked, without the sentence around it', () => {
  fc.assert(
    fc.property(prefixes, urls, suffixes, (prefix, url, suffix) => {
      expect(hrefs(`${prefix}${url}${suffix}`)).toEqual([url])
    }),
  )
})

test('any text stays unchanged, and all links use http or https', () => {
  const pieces = fc.oneof(
    fc.string(),
    urls,
    fc.constantFrom(
      'javascript:',
      'data:',
      '//',
      'http://',
      'https://[',
      '(',
      ')',
      '<a href=',
      '"',
      ' ',
    ),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 6 }), (parts) => {
      const text = parts.join('')
      expect(unescapeHtml(html(text).replace(/<a href="[^"]*" target[^>]*>|<\/a>/g, ''))).toBe(text)
      for (const href of hrefs(text)) expect(['http:', 'https:']).toContain(new URL(href).protocol)
    }),
  )
})
