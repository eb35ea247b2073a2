// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { conditions } from '#contract/books/book-forms.ts'
import { renderPage } from '#web/testing-components.tsx'
import { HowWeKnow } from './how-we-know.tsx'

test.each(conditions)('listings are named only where some stand behind it: %s', (condition) => {
  renderPage(<HowWeKnow condition={condition} />)
  expect(document.body.textContent?.includes('listings')).toBe(condition !== 'poor')
  expect(document.body.textContent).toMatch(/, and prices of this title where we knew any\./)
})
