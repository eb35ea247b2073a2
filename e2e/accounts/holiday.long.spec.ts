// A seller goes on holiday: buyers can look and write, but not order.
import { backOnText, holidayEnds } from '#contract/accounts/holiday.ts'
import { checkScreen } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, test, unique } from '#e2e/support/fixtures.ts'

const small = { viewport: { width: 360, height: 740 } }

test('a holiday', async ({ openPage, createBook, createChat, seller, buyer }) => {
  const id = await createBook(seller, { title: unique('Beaches') })
  const chatId = await createChat(buyer, id, 'Is it free?')
  const own = await openPage(seller, small)
  await visit(own, '/seller/profile')
  await own.getByRole('heading', { name: 'Holiday' }).click()
  await own.getByRole('button', { name: 'Start holiday' }).click()
  await expect(own.getByLabel('Back on')).toHaveAccessibleDescription('Choose a date.')
  const { last } = holidayEnds()
  await own.getByLabel('Back on').fill(last)
  await checkScreen(own, 'starting a holiday')
  await own.getByRole('button', { name: 'Start holiday' }).click()
  await expect(own.getByText(backOnText(last))).toBeVisible()
  await expect(own.getByRole('status').filter({ hasText: 'Back on' })).toBeFocused()
  await checkScreen(own, 'a holiday')

  const page = await openPage(buyer, small)
  await visit(page, `/buyer/book/${id}`)
  await expect(page.getByText(backOnText(last)).first()).toBeVisible()
  const offer = page.getByRole('button', { name: 'Make an offer' })
  await expect(offer).toBeDisabled()
  await expect(offer).toHaveAccessibleDescription(backOnText(last))
  await checkScreen(page, 'the book of a seller on holiday')
  await visit(page, `/buyer/chats?chat=${chatId}`)
  await expect(page.getByText(backOnText(last))).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to chat' })).toBeHidden()
  await checkScreen(page, 'the chat with a seller on holiday')

  await own.getByRole('button', { name: 'End holiday' }).click()
  await expect(own.getByLabel('Back on')).toBeVisible()
  await expect(own.getByRole('status').filter({ hasText: 'It ends by itself' })).toBeFocused()
  await own.getByLabel('Back on').fill(last)
  await own.getByRole('button', { name: 'Start holiday' }).click()
  await expect(own.getByRole('button', { name: 'End holiday' })).toBeVisible()
  await visit(own, '/seller/manage-books')
  const notice = own.getByRole('status').filter({ hasText: 'holiday' })
  await expect(notice).toHaveText(
    `You are on holiday. ${backOnText(last)}. Buyers can’t order until then.`,
  )
  await checkScreen(own, 'books during a holiday')
  await visit(own, `/seller/chats?chat=${chatId}`)
  await own.getByRole('button', { name: 'Create Order' }).press('Enter')
  await expect(own.getByText('You are on holiday. To end it, go to your profile.')).toBeVisible()
  await visit(own, '/seller/manage-books')
  await own.getByRole('button', { name: 'End holiday' }).click()
  await expect(notice).toHaveText('Your holiday has ended. Buyers can order again.')
  await expect(notice).toBeFocused()
  await visit(page, `/buyer/book/${id}`)
  await expect(offer).toBeEnabled()
})
