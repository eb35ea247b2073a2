import { visitWithFailure } from '#e2e/support/browser-page.ts'
import { expect, test } from '#e2e/support/fixtures.ts'

const listRequest = { path: /^\/api\/chats$/ }

for (const [side, empty] of [
  ['buyer', 'No active chats.'],
  ['seller', 'No chats available.'],
] as const)
  test(`the list of a ${side}: loading, error, retry, empty`, async ({
    openPage,
    sharedAccounts,
  }) => {
    const page = await openPage(sharedAccounts[side])
    const restore = await visitWithFailure(page, `/${side}/chats`, listRequest)
    await expect(page.getByText('Could not load your chats.')).toBeVisible()
    restore()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(empty)).toBeVisible()
  })
