import type { Page } from '#e2e/support/fixtures.ts'

export const phone = { viewport: { width: 360, height: 740 } }

/** The copy that is reserved for the reader, on their page of wants. */
export const reserved = (page: Page) => page.getByRole('article', { name: /^Reserved for you: / })
