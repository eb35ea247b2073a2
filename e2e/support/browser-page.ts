import { expect, type Locator, type Page } from '@playwright/test'
import { blockLiveConnection, failReads, holdResponses, type RequestFilter } from './network.ts'

/** Opens a URL and waits until React has hydrated the page. Earlier clicks would be lost. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

export async function waitForServiceWorker(page: Page, path: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() => page.evaluate(async (wanted) => (await caches.match(wanted)) !== undefined, path), {
      intervals: [50],
    })
    .toBe(true)
}

/** Accepts all dialogs that a page opens. Returns their texts, in a list that grows. */
export function acceptDialogs(page: Page): string[] {
  const messages: string[] = []
  page.on('dialog', (dialog) => {
    messages.push(`${dialog.type()}: ${dialog.message()}`)
    void dialog.accept()
  })
  return messages
}

export const readLocalStorage = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage }))

export async function submitLogin(dialog: Locator, email: string, password: string) {
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Login', exact: true }).click()
}

export const definitionOf = (container: Locator, term: string): Locator =>
  container
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${term}$`) })
    .locator('+ dd')

export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('row').filter({ hasText: text })

export const loadingStatus = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: 'Loading...' }).first()

/**
 * Opens a screen whose request is first slow, until the screen says that it is loading, and then
 * fails. Requests succeed after the returned function is called. The live connection is blocked,
 * because a page loads its data again when it connects.
 */
export async function visitWithFailure(
  page: Page,
  path: string,
  filter: RequestFilter,
  loading = loadingStatus(page),
): Promise<() => void> {
  await blockLiveConnection(page)
  const restore = await failReads(page, filter)
  const release = await holdResponses(page, filter)
  await visit(page, path)
  await expect(loading).toBeAttached()
  release()
  return restore
}
