// Checks every text that the specification quotes: each screen is opened in its states, and each
// text must be in its place, byte for byte.
import { expect as hardExpect, type Locator } from '@playwright/test'
import { visit } from '#e2e/support/browser-page.ts'
import { type Page, test } from '#e2e/support/fixtures.ts'
import {
  blockLiveConnection,
  failRequests,
  holdResponses,
  skipRetryDelays,
  stubResponse,
} from '#e2e/support/network.ts'
import { adminStates } from './admin.ts'
import { buyerStates } from './buyer.ts'
import type { Location, ScreenState, Step, StubbedResponse } from './screen-state.ts'
import { sellerStates } from './seller.ts'
import { visitorStates } from './visitor.ts'

const states = {
  visitor: visitorStates,
  buyer: buyerStates,
  seller: sellerStates,
  admin: adminStates,
} as const
type AccountKind = keyof typeof states

/** Soft expectations, so that a wrong text doesn't hide the next one. */
const expect = hardExpect.configure({ soft: true })

function callPattern(name: string) {
  const [method = '', path = ''] = name.split(' ')
  return { path: new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`), method: method as 'GET' }
}

function stub(page: Page, name: string, response: StubbedResponse) {
  if (response === 'pending') return holdResponses(page, callPattern(name))
  if (response === 'server-error') return failRequests(page, callPattern(name))
  return stubResponse(page, callPattern(name), response)
}

/**
 * Finds visible elements only, because a dialog's button may have the same name as one on the page.
 */
const byName = (page: Page, role: 'button' | 'link' | 'dialog' | 'alertdialog', name: string) =>
  page.getByRole(role, { name, exact: true }).filter({ visible: true })

async function perform(page: Page, [action, name, value = '']: Step): Promise<void> {
  if (action === 'fill') await page.getByLabel(name, { exact: true }).fill(value)
  else if (action === 'choose') await page.getByLabel(name, { exact: true }).selectOption(value)
  else
    await byName(page, 'button', name)
      .or(byName(page, 'link', name))
      .last()
      .click()
}

const withText = (text: string) =>
  `xpath=descendant-or-self::*[text()[normalize-space(.)="${text}"]]`

async function cellOf(page: Page, column: string): Promise<Locator> {
  const headers = page.getByRole('columnheader')
  await hardExpect(headers.first()).toBeVisible()
  const index = (await headers.allTextContents()).indexOf(column)
  const table = page.getByRole('table').filter({ has: headers })
  return table.getByRole('row').nth(1).getByRole('cell').nth(index)
}

async function locate(page: Page, text: string, location: Location): Promise<Locator> {
  const [kind, name = ''] = location.split(':')
  switch (location) {
    case 'placeholder':
      return page.getByPlaceholder(text, { exact: true })
    case 'button':
    case 'link':
    case 'dialog':
    case 'alertdialog':
      return byName(page, location, text)
    case 'heading':
    case 'status':
    case 'alert':
      return page.getByRole(location).locator(withText(text))
    case 'axis':
      return page.locator('svg').locator(withText(text))
  }
  if (kind === 'cell') return (await cellOf(page, name)).locator(withText(text))
  if (kind === 'fact') {
    const term = page.getByRole('term').filter({ hasText: new RegExp(`^${name}$`) })
    return term.locator('+ dd').locator(withText(text))
  }
  return page.locator('body').locator(withText(text))
}

/** Warnings in the browser's console, and the messages of its own dialogs. */
type BrowserOutput = { log: string[]; 'browser-dialog': string[] }

function recordOutput(page: Page): BrowserOutput {
  const output: BrowserOutput = { log: [], 'browser-dialog': [] }
  page.on('console', (message) => message.type() === 'warning' && output.log.push(message.text()))
  page.on('dialog', (dialog) => {
    // This appears when the next page is opened over a form that was filled in.
    if (dialog.type() === 'beforeunload') return void dialog.accept()
    output['browser-dialog'].push(dialog.message())
    void dialog.dismiss()
  })
  return output
}

async function expectTexts(page: Page, output: BrowserOutput, texts: ScreenState['texts']) {
  for (const [text, location] of texts) {
    const description = `${location}: ${text}`
    if (location === 'log' || location === 'browser-dialog')
      await expect
        .poll(() => output[location], { message: description, intervals: [50] })
        .toContain(text)
    else {
      const found = await locate(page, text, location)
      await expect(found.filter({ visible: true }).first(), description).toBeVisible()
    }
  }
}

/** Groups each state that opens a URL with the states that continue on its page. */
function groupByPage(all: readonly ScreenState[]): ScreenState[][] {
  const groups: ScreenState[][] = []
  for (const state of all)
    if (state.url === undefined) groups.at(-1)?.push(state)
    else groups.push([state])
  return groups
}

async function checkStates(
  page: Page,
  output: BrowserOutput,
  group: readonly ScreenState[],
): Promise<void> {
  for (const { screen, state, url, calls = {}, steps = [], texts } of group)
    await test.step(`${screen}, ${state}`, async () => {
      const restores: (() => void)[] = []
      for (const [name, response] of Object.entries(calls)) {
        const restore = await stub(page, name, response)
        if (restore && !name.startsWith('GET ')) restores.push(restore)
      }
      if (url !== undefined) await visit(page, url)
      for (const step of steps) await perform(page, step)
      await expectTexts(page, output, texts)
      for (const restore of restores) restore()
    })
}

// Each test opens some twenty pages.
test.setTimeout(600_000)

for (const reader of Object.keys(states) as AccountKind[])
  test(`${reader}: every text is in its place`, async ({ openPage, sharedAccounts, admin }) => {
    const accounts = { visitor: undefined, ...sharedAccounts, admin }
    const page = await openPage(accounts[reader])
    const output = recordOutput(page)
    await skipRetryDelays(page)
    for (const group of groupByPage(states[reader])) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await blockLiveConnection(page)
      output.log.length = 0
      output['browser-dialog'].length = 0
      await checkStates(page, output, group)
    }
  })
