// A page needs at most three requests, and sends none of them twice. Late responses don't move
// visible controls, because a person might press the wrong one.
import { setTimeout as wait } from 'node:timers/promises'
import type { Request } from '@playwright/test'
import { testWithChat } from '#e2e/chats/chat-page.ts'
import { visit } from '#e2e/support/browser-page.ts'
import { type Account, expect, type Page, test } from '#e2e/support/fixtures.ts'
import { recordCalls, waitForLive } from '#e2e/support/network.ts'

// Each test opens some twenty pages.
test.setTimeout(600_000)

const maxRequests = 3
/** A page has finished loading if no request follows within this time after the last response. */
const quietMs = 300
const phone = { viewport: { width: 360, height: 800 } }

type HeldRead = { request: Request; release: () => void }

/** Holds back all reads of a page. The returned list grows with each read. */
async function holdReads(page: Page): Promise<HeldRead[]> {
  const held: HeldRead[] = []
  await page.route('**/api/**', (route, request) => {
    if (request.method() !== 'GET') return route.fallback()
    held.push({ request, release: () => void route.fallback().catch(() => {}) })
  })
  return held
}

const rememberControls = (page: Page) =>
  page.evaluate(() => {
    for (const control of document.querySelectorAll<HTMLElement>(
      'main a, main button, main input',
    )) {
      const { top, height } = control.getBoundingClientRect()
      if (height > 0 && top >= 0 && top < innerHeight) control.dataset.top = String(top)
      else delete control.dataset.top
    }
  })

/** Waits until the latest responses have been rendered. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 50),
      ),
  )

/** Returns the controls that still exist, but have moved by more than a few pixels. */
const findMoves = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-top]')].flatMap((control) => {
      const movedPx = control.getBoundingClientRect().top - Number(control.dataset.top)
      const name = control.ariaLabel ?? control.textContent
      return Math.abs(movedPx) > 4 ? [`'${name}' moves by ${Math.round(movedPx)} px`] : []
    }),
  )

/** Waits until the next read is held. Returns whether there is one. */
async function waitForRead(held: HeldRead[], released: number): Promise<boolean> {
  const until = Date.now() + quietMs
  while (held.length === released && Date.now() < until) await wait(20)
  return held.length > released
}

/** Opens a page with its reads held back, releases them one after another, and counts requests. */
async function checkPage(page: Page, path: string, isLive: boolean): Promise<void> {
  const held = await holdReads(page)
  const calls = recordCalls(page)
  // The first events of the live connection may cause requests, too.
  const letIn = isLive && waitForLive(page)
  await visit(page, path)
  await letIn
  await settle(page)
  for (let released = 0; await waitForRead(held, released); released++) {
    const { request, release } = held[released] as HeldRead
    await rememberControls(page)
    release()
    await (await request.response())?.finished()
    await settle(page)
    const { pathname } = new URL(request.url())
    expect.soft(await findMoves(page), `${path}, ${pathname} late`).toEqual([])
  }
  page.removeAllListeners('request')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const list = `${path}: ${calls.join(', ')}`
  expect.soft(calls.length, list).toBeLessThanOrEqual(maxRequests)
  expect.soft(new Set(calls).size, list).toBe(calls.length)
}

async function checkPages(page: Page, account: Account | undefined, paths: string[]) {
  const isLive = account !== undefined && account.role !== 'admin'
  for (const path of paths) await test.step(path, () => checkPage(page, path, isLive))
}

const inArea = (area: string, ...pages: string[]) => pages.map((page) => `/${area}/${page}`)
const areaPages = ['dashboard', 'orders', 'chats', 'profile', 'wishlist', 'exchanges']

for (const side of ['buyer', 'seller'] as const)
  testWithChat(
    `the pages of a ${side}`,
    async ({ openPage, createBook, createOrder, sendMessage, chat }) => {
      const { seller, buyer, bookId, chatId } = chat
      await createOrder(seller, chatId)
      await createBook(seller, { title: 'Digital Electronics' })
      // An unread message, so that an open chat also has to mark it as read.
      await sendMessage(side === 'buyer' ? seller : buyer, chatId, 'One more thing')
      const paths = inArea(side, ...areaPages, `chats?chat=${chatId}`)
      await checkPages(await openPage(chat[side], phone), chat[side], [
        ...paths,
        ...(side === 'buyer'
          ? [...inArea('buyer', `book/${bookId}`), '/', '/books', '/wanted']
          : inArea('seller', 'manage-books', 'reports')),
      ])
    },
  )

for (const [name, pages] of Object.entries({
  lists: ['buyers', 'sellers', 'books', 'orders', 'complaints', 'reviews', 'audit'],
  'the others': ['dashboard', 'blocked-orders', 'password-requests', 'prices', 'profile'],
}))
  test(`the pages of an admin: ${name}`, async ({ openPage, admin }) => {
    await checkPages(await openPage(admin, phone), admin, inArea('admin', ...pages))
  })

testWithChat('the public pages for guests', async ({ openPage, chat }) => {
  await checkPages(await openPage(undefined, phone), undefined, [
    ...['/', '/books', '/about', '/buyer/dashboard', '/books?sort=price', '/wanted'],
    `/buyer/book/${chat.bookId}`,
  ])
})
