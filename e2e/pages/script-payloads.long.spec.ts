// Puts texts that could run a script into all fields that people fill in, and opens all screens
// that show these texts, in each role. Reports of the Content-Security-Policy also fail a test.
import { createHash } from 'node:crypto'
import { maxLength } from '#contract/common/limits.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { expect, type Page, test } from '#e2e/support/fixtures.ts'
import { payloads } from '#server/verify/input/testing-payloads.ts'

/** Joins the payloads into a few texts of at most the maximum length. */
function joinUpTo(maxLength: number, texts: readonly string[]): string[] {
  const joined: string[] = []
  for (const text of texts) {
    const longer = `${joined.at(-1)} ${text}`
    if (joined.length > 0 && longer.length <= maxLength) joined[joined.length - 1] = longer
    else joined.push(text)
  }
  return joined
}

const payload = (index: number): string => payloads[index % payloads.length] ?? ''
/** Returns a payload for a name, which is short and has no line breaks. */
const name = (index: number): string => payload(index).replaceAll(/\s+/g, ' ').slice(0, 80)
/** All payloads, joined into titles and authors. */
const lines = joinUpTo(
  maxLength.title,
  payloads.map((text) => text.replaceAll(/\s+/g, ' ')),
)
/** Three texts with twenty payloads each, for fields with several lines. */
const texts = [0, 1, 2].map((part) => payloads.filter((_, index) => index % 3 === part).join('\n'))
/**
 * Payloads for searches: those that could end a title, an attribute or a script, or that are a URL.
 */
const searches = joinUpTo(
  maxLength.search,
  payloads.filter((text) => /^(<\/(title|script)|["'] |["'];|JaVa)/.test(text)),
)

/** Opens a screen (or a chat's modal), waits for all of it, and checks that no script ran. */
async function open(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page.getByRole('heading').first()).toBeAttached()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await page.evaluate(() => '__xss' in window), path).toBe(false)
}

test('only scripts that were rendered with the page run', async ({ request }) => {
  for (const path of ['/', '/books', '/no-such-page']) {
    const answer = await request.get(path)
    const headers = answer.headers()
    const policy = headers['content-security-policy'] ?? ''
    const [, sources = ''] = /script-src 'self' ([^;]*);/.exec(policy) ?? []
    expect(policy).toContain("frame-ancestors 'none'")
    expect(
      policy.split(';').filter((rule) => /script|default/.test(rule) && rule.includes('unsafe')),
    ).toEqual([])
    const scripts = [...(await answer.text()).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/\ssrc="\//.test(attributes))
    expect(inline.length).toBeGreaterThan(0)
    const hashes = inline.map(
      ([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(new Set(sources.split(' '))).toEqual(new Set(hashes))
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

// The test opens thirty pages.
test.setTimeout(600_000)

test('no screen runs what people write', async ({
  admin,
  put,
  createAccount,
  createBook,
  createChat,
  createOrder,
  openPage,
  post,
  sendMessage,
  setOrderStatus,
}) => {
  const seller = await createAccount('seller', name(0))
  const buyer = await createAccount('buyer', name(17))
  const books: string[] = []
  for (let index = 0; index < lines.length; index += 2)
    books.push(
      await createBook(seller, {
        title: lines[index] ?? '',
        author: lines[index + 1] ?? payload(0),
        description: `${payload(index + 42)}\n${texts[(index / 2) % 3]}`,
      }),
    )
  const [first = '', second = ''] = books
  const chatId = await createChat(buyer, first, ...payloads.slice(0, 30))
  for (const text of payloads.slice(30)) await sendMessage(seller, chatId, text)
  const order = await createOrder(seller, chatId)
  await put(`/orders/${order._id}/confirm`, {}, buyer)
  const parcel = { courier: name(18).slice(0, 60), trackingNumber: name(18).slice(0, 40) }
  await put(`/orders/${order._id}/shipment`, parcel, seller).catch(() => undefined)
  await setOrderStatus(seller, order, 'Delivered')
  await post(
    `/orders/${order._id}/rating`,
    { book: 4, seller: 2, review: texts[0]?.slice(0, 1000) },
    buyer,
  )
  const complaint = { subject: 'listing', subjectId: second, reason: 'scam' }
  const { _id: complaintId } = (await post(
    '/complaints',
    { ...complaint, text: texts[1]?.slice(0, 500) },
    buyer,
  )) as { _id: string }
  const titles = [1, 2, 3].map((index) => ({ title: lines[index], author: lines[index + 4] }))
  await put('/wants', { titles }, buyer)
  await put(`/saved/${second}`, {}, buyer)

  const asBuyer = await openPage(buyer)
  // On these pages only a payload's script could open a browser dialog.
  const dialogs: string[] = []
  asBuyer.on('dialog', (dialog) => dialogs.push(dialog.message()))
  for (const text of searches) await open(asBuyer, `/books?search=${encodeURIComponent(text)}`)
  for (const id of books.slice(0, 4)) await open(asBuyer, `/buyer/book/${id}`)
  for (const path of ['dashboard?sort=newest', 'orders', 'wishlist', 'profile'])
    await open(asBuyer, `/buyer/${path}`)
  await open(asBuyer, `/buyer/chats?chat=${chatId}`)
  await expect(asBuyer.getByRole('log')).toContainText(payload(59))

  const asSeller = await openPage(seller)
  asSeller.on('dialog', (dialog) => dialogs.push(dialog.message()))
  for (const path of ['dashboard', 'manage-books', 'orders', 'reports', 'profile'])
    await open(asSeller, `/seller/${path}`)
  await open(asSeller, `/seller/chats?chat=${chatId}`)

  const asAdmin = await openPage(admin)
  asAdmin.on('dialog', (dialog) => dialogs.push(dialog.message()))
  for (const [list, search] of [
    ['buyers', buyer.email],
    ['sellers', seller.email],
    ['books', name(0)],
    ['orders', name(0)],
    ['reviews', name(0)],
    ['complaints', ''],
  ] as const)
    await open(asAdmin, `/admin/${list}?search=${encodeURIComponent(search)}`)
  await open(asAdmin, `/admin/orders/${order._id}`)
  await open(asAdmin, `/admin/complaints/${complaintId}`)
  const visitor = await openPage()
  for (const path of ['/', '/wanted']) await open(visitor, path)
  expect(dialogs).toEqual([])
})
