// The screens of a ring in each status, with stubbed responses: its page, and the lists that link
// to it.

import type { Exchange } from '#contract/exchanges/exchanges.ts'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import { checkScreen, onDesktop } from '#e2e/accessibility/check-screen.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, test } from '#e2e/support/fixtures.ts'
import { stubResponse } from '#e2e/support/network.ts'
import {
  endedRing,
  proposedRing,
  ringId,
  runningRing,
  withAnswers,
} from '#web/features/exchanges/testing-rings.ts'

const createdAt = new Date().toISOString()
const messageId = (place: number) => `019b0000-0000-7000-8000-0000000000${place}`
const messages: RingMessage[] = [
  { _id: messageId(91), text: 'Asha has accepted; one answer is missing.', createdAt },
  { _id: messageId(92), from: 2, text: 'Could we meet at the college gate?', createdAt },
  { _id: messageId(93), from: 1, text: 'Gladly.', createdAt },
]
const path = (rest = '') => new RegExp(`/exchanges/${ringId}${rest}$`)

const showRing = (page: Page, exchange: Exchange) =>
  stubResponse(page, { path: path(), method: 'GET' }, { json: exchange })

async function openRing(page: Page, account: Account, exchange: Exchange): Promise<void> {
  await stubResponse(page, { path: path('/messages'), method: 'GET' }, { json: messages })
  await showRing(page, exchange)
  await visit(page, `/${account.role}/exchanges/${ringId}`)
  await expect(page.getByRole('region', { name: 'Who gives what to whom' })).toBeVisible()
}

test('proposed rings of two and five, accepted and declined', async ({
  openPage,
  sharedAccounts: { buyer },
}) => {
  const page = await openPage(buyer, onDesktop)
  await openRing(page, buyer, proposedRing(2))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swap with Meera Iyer')
  await openRing(page, buyer, proposedRing(5))
  await checkScreen(page, 'a proposed ring of five')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('It ends for you all.')
  await checkScreen(page, 'declining a ring')
  await page.getByRole('button', { name: 'Keep it' }).click()

  const { expiresAt = '' } = proposedRing(5).ring ?? {}
  await openRing(page, buyer, { ...proposedRing(5), ring: { expiresAt, needsAddress: true } })
  await stubResponse(page, { path: path('/accept'), method: 'PUT' }, { json: proposedRing(5) })
  await page.getByRole('button', { name: 'Accept' }).click()
  const form = page.getByRole('dialog', { name: 'Accept this swap?' })
  await expect(form.getByLabel('Delivery address')).toHaveValue('12 Lake Road, Pune')
  await checkScreen(page, 'the address of a ring')
  await form.getByLabel('Phone number').fill('9876543210')
  const accepted = proposedRing(5, { can: ['decline', 'write'] })
  await showRing(page, withAnswers(accepted, { 1: 'accepted', 3: 'accepted' }))
  await form.getByRole('button', { name: 'Accept' }).click()
  await expect(
    page.getByText('You have accepted. Waiting for Meera Iyer, Kiran Rao and Zoya Khan.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await checkScreen(page, 'a ring that was accepted')
})

test('rings with a late book, and rings that ended', async ({
  openPage,
  sharedAccounts: { buyer },
}) => {
  const page = await openPage(buyer, onDesktop)
  const late = runningRing(3, ['Pending', 'Delivered', 'Pending'])
  const openCases = [late.legs[0], late.legs[2]].map((leg) => ({
    reason: 'missing' as const,
    orderId: leg?.orderId ?? '',
    openedAt: createdAt,
  }))
  await openRing(page, buyer, { ...late, case: openCases[0], openCases })
  await expect(page.getByText(/^Late, a week .*: “Optics” and “Waves”\.$/)).toBeVisible()
  await expect(page.getByText('Agree with Meera Iyer in the chat when you meet.')).toBeVisible()
  await checkScreen(page, 'a ring of which two books are late')
  await openRing(page, buyer, endedRing(3, 'declined', { 2: 'declined' }))
  await expect(page.getByText('Meera Iyer declined this swap.')).toBeVisible()
  await expect(page.getByText('This chat is closed for new messages.')).toBeVisible()
  await checkScreen(page, 'a ring that came to nothing')
})

test('orders link to the exchanges, and wants to a ring', async ({ openPage, sharedAccounts }) => {
  const { buyer } = sharedAccounts
  const old = { ...endedRing(3, 'lapsed'), _id: messageId(80) }
  const running = { ...runningRing(2, ['Shipped', 'Pending']), _id: messageId(81) }
  const page = await openPage(buyer, onDesktop)
  const exchanges = { path: /\/api\/exchanges$/, method: 'GET' } as const
  await visit(page, '/buyer/orders')
  await page.getByRole('link', { name: 'Swaps' }).click()
  await expect(page.getByText('No swaps yet.')).toBeVisible()
  await checkScreen(page, 'no exchanges')
  await visit(page, '/buyer/wishlist')
  await expect(page.getByText('Your wishlist is empty.')).toBeVisible()
  await stubResponse(page, exchanges, { json: [proposedRing(3), running, old] })
  await visit(page, '/buyer/exchanges')
  const list = page.getByRole('main').getByRole('article')
  await expect(list).toHaveCount(3)
  await expect(list.first()).toContainText(/Answer by /)
  await expect(list.last()).toContainText('Ended')
  await checkScreen(page, 'exchanges')
  const wanted = {
    _id: messageId(82),
    title: 'Waves',
    author: 'A. Writer',
    createdAt: old.createdAt,
    swap: true,
    worstCondition: 'good',
    mostOnTop: 0,
    people: 1,
    copies: 1,
    ring: { _id: messageId(83), isAccepted: false },
  }
  await stubResponse(page, { path: /\/api\/wants$/, method: 'GET' }, { json: { wants: [wanted] } })
  await visit(page, '/buyer/wishlist')
  await expect(page.getByRole('link', { name: 'A swap waits for you' })).toHaveAttribute(
    'href',
    `/buyer/exchanges/${wanted.ring._id}`,
  )
  await checkScreen(page, 'a ring among wants')
  await visit(page, '/buyer/exchanges/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Swap not found.')).toBeVisible()
  await checkScreen(page, 'no exchange')
})
