import type { Page } from '#e2e/support/fixtures.ts'

export const sendReport = async (page: Page, name: string, reason: string, text?: string) => {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('radio', { name: reason }).check()
  if (text) await dialog.getByLabel('What happened?').fill(text)
  await dialog.getByRole('button', { name: 'Send report' }).click()
}
export const thanks = 'Thank you. An admin will look into it.'
