import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { failRequests, stubResponse } from '#e2e/support/network.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const settingsOf = { path: /^\/api\/notices\/settings$/ }
const code = { path: /^\/api\/notices\/mail-code$/ }

// The server of these tests has neither a mail server nor push keys, so its responses are stubbed.
test('a code confirms the email, then emails can be switched', async ({ openAt, buyer }) => {
  const page = await openAt('/buyer/profile', buyer, onDesktop)
  await expect(card(page).getByRole('checkbox')).toHaveCount(4)
  await expect(card(page)).not.toContainText('By email')

  const kinds = [{ kind: 'order', label: 'New orders and offers', isOn: true }]
  const mail = { email: buyer.email, isConfirmed: false, isOn: true }
  await stubResponse(page, settingsOf, { json: { kinds, mail } })
  await page.reload()
  await expect(card(page)).toContainText(
    `Confirm your email to get emails when you are away: ${buyer.email}`,
  )
  await checkScreen(page, 'an email to confirm')
  const restore = await failRequests(page, code)
  await card(page).getByRole('button', { name: 'Send me a code' }).click()
  await expect(card(page).getByRole('alert')).toBeVisible()
  restore()
  await stubResponse(page, code, { json: { message: `We sent a code to ${buyer.email}.` } })
  await card(page).getByRole('button', { name: 'Send me a code' }).click()
  await expect(card(page).getByRole('status')).toHaveText(`We sent a code to ${buyer.email}.`)
  const field = card(page).getByLabel('Code from the email')
  await field.fill('12')
  await card(page).getByRole('button', { name: 'Confirm email' }).click()
  await expect(card(page)).toContainText('The code has 6 digits.')
  await expect(field).toBeFocused()
  await checkScreen(page, 'a code that is too short')
  const json = { kinds, mail: { ...mail, isConfirmed: true } }
  await stubResponse(page, settingsOf, { json })
  await stubResponse(page, code, { json })
  await field.fill('123 456')
  await field.press('Enter')
  const onOff = card(page).getByLabel(`At most one email an hour, to ${buyer.email}`)
  await expect(onOff).toBeChecked()
  await checkScreen(page, 'emails that are on')
})
