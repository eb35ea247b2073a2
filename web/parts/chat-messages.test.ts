import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { withLinks } from './chat-messages.tsx'

const html = (text: string) => renderToStaticMarkup(withLinks(text))
const hrefs = (text: string) => [...html(text).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test.each([
  ['see https://example.org/a?b=1&c=2.', ['https://example.org/a?b=1&amp;c=2']],
  ['(http://example.org)', ['http://example.org']],
  ['two: https://a.example and https://b.example!', ['https://a.example', 'https://b.example']],
  ['javascript:alert(1) data:text/html,x //evil.example', []],
  ['https://', []],
])('the links of %j', (text, links) => {
  expect(hrefs(text)).toEqual(links)
})

test('everything else stays text', () => {
  const text = '<img src=x onerror=alert(1)> "quoted" https://example.org/"onmouseover="x'
  expect(html(text)).not.toContain('<img')
  expect(
    html(text)
      .replace(/<a [^>]*>|<\/a>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>'),
  ).toBe(text)
})

test('links lead away without telling from where', () => {
  expect(html('https://example.org')).toContain('rel="noreferrer noopener nofollow ugc"')
})
