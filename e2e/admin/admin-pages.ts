// What the tests of the admin's area share.
import type { Page } from '#e2e/support/fixtures.ts'

export const login = { email: 'admin@dobara.example', password: 'monsoon-keeper-24' }
export const calls = (name: string) => ({ path: new RegExp(`^/api/admin/${name}$`) })
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
