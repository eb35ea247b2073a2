import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { failRequests, stubResponse } from '#e2e/support/network.ts'

const card = (page: Page) => page.getByRole('region', { name: 'When you are away' })
const mails = { path: /^\/api\/account\/mails$/ }
const code = { path: /^\/api\/account\/mails\/code$/ }

// The server of these tests has neither a mail server nor push keys: its answers are stubbed here.
test('an email is confirmed by a code, then mails can be switched; without a server nothing asks', async ({
  openPage,
  createAccount,
}) => {
  const buyer = await createAccount('buyer', 'Asha Patil')
  const page = await openPage(buyer, onDesktop)
  await visit(page, '/buyer/profile')
  await expect(page.getByText('This device')).toBeVisible()
  await expect(card(page)).toHaveCount(0)

  const settings = {
    canSend: true,
    canPush: true,
    email: buyer.email,
    isConfirmed: false,
    isOn: true,
  }
  await stubResponse(page, mails, { json: settings })
  await page.reload()
  await expect(card(page)).toContainText(
    `Confirm your email to get mails when you are away: ${buyer.email}`,
  )
  await checkScreen(page, 'an email to confirm')
  const restore = await failRequests(page, code)
  await card(page).getByRole('button', { name: 'Send me a code' }).click()
  await expect(card(page).getByRole('alert')).toBeVisible()
  restore()
  await stubResponse(page, code, { json: { message: `We sent a code to ${buyer.email}.` } })
  await card(page).getByRole('button', { name: 'Send me a code' }).click()
  await expect(card(page).getByRole('status')).toHaveText(`We sent a code to ${buyer.email}.`)
  const field = card(page).getByLabel('Code from the mail')
  await field.fill('12')
  await card(page).getByRole('button', { name: 'Confirm email' }).click()
  await expect(card(page)).toContainText('The code has 6 digits.')
  await expect(field).toBeFocused()
  await checkScreen(page, 'a code that is too short')
  await stubResponse(page, mails, { json: { ...settings, isConfirmed: true } })
  await stubResponse(page, code, { json: { ...settings, isConfirmed: true } })
  await field.fill('123 456')
  await field.press('Enter')
  const onOff = card(page).getByLabel(`At most one mail an hour, to ${buyer.email}`)
  await expect(onOff).toBeChecked()
  await checkScreen(page, 'mails that are on')
})
