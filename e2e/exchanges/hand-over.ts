import { type Phone, type as typeInto } from '#e2e/journeys/phone.ts'
import { expect } from '#e2e/support/fixtures.ts'

/** The giver types the code that the receiver's page shows. */
export async function handOver(giver: Phone, receiver: Phone, title: string): Promise<void> {
  const code = (await receiver.page.getByText(/^\d{4}$/).textContent()) ?? ''
  await giver.page.getByRole('button', { name: `Enter code of ${title}` }).tap()
  await typeInto(giver.page.getByLabel(/^Code of/), code)
  await giver.page.getByRole('button', { name: 'Check code' }).tap()
  for (const { page } of [giver, receiver])
    await expect(page.getByRole('article', { name: new RegExp(title) })).toContainText('Delivered')
}
