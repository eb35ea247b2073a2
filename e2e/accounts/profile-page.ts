import type { Side } from '#contract/common/endpoint.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page } from '#e2e/support/fixtures.ts'

export async function openProfile(page: Page, side: Side): Promise<void> {
  await visit(page, `/${side}/profile`)
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
}
