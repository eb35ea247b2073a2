// Every text that the specification quotes: one test per scene opens the screen in its state and
// finds each text in its place, byte for byte.
import { expect as hardExpect, type Locator } from '@playwright/test'
import { type Page, test, visit } from '#e2e/support/fixtures.ts'
import { stubResponse, failRequests, blockLiveConnection, holdResponses } from '#e2e/support/network.ts'
import { adminScenes } from './admin.ts'
import { buyerScenes } from './buyer.ts'
import type { Location, Scene, Step, StubbedResponse } from './scene.ts'
import { sellerScenes } from './seller.ts'
import { visitorScenes } from './visitor.ts'

const scenes = {
  visitor: visitorScenes,
  buyer: buyerScenes,
  seller: sellerScenes,
  admin: adminScenes,
} as const
type Reader = keyof typeof scenes

/** A wrong text doesn't hide the next one. */
const expect = hardExpect.configure({ soft: true })

/** Which calls 'GET /books/*' stands for. */
function callPattern(name: string) {
  const [method = '', path = ''] = name.split(' ')
  return { path: new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`), method: method as 'GET' }
}

function stub(page: Page, name: string, response: StubbedResponse) {
  if (response === 'held') return holdResponses(page, callPattern(name))
  if (response === 'broken') return failRequests(page, callPattern(name))
  return stubResponse(page, callPattern(name), response)
}

/** The visible ones: a dialog's button may have the name of one on the page below it. */
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

/** Elements with this text and nothing before or after it. */
const withText = (text: string) =>
  `xpath=descendant-or-self::*[text()[normalize-space(.)="${text}"]]`

/** The first row's cell below a column's heading. */
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

/** What the browser logged, and what it asked in a dialog of its own. */
type BrowserOutput = { log: string[]; question: string[] }

function recordOutput(page: Page): BrowserOutput {
  const output: BrowserOutput = { log: [], question: [] }
  page.on('console', (message) => message.type() === 'warning' && output.log.push(message.text()))
  page.on('dialog', (dialog) => {
    output.question.push(dialog.message())
    void dialog.dismiss()
  })
  return output
}

async function expectTexts(page: Page, output: BrowserOutput, texts: Scene['texts']) {
  for (const [text, location] of texts) {
    const description = `${location}: ${text}`
    if (location === 'log' || location === 'question')
      await expect.poll(() => output[location], description).toContain(text)
    else {
      const found = await locate(page, text, location)
      await expect(found.filter({ visible: true }).first(), description).toBeVisible()
    }
  }
}

for (const reader of Object.keys(scenes) as Reader[])
  for (const { screen, state, at, calls = {}, steps = [], texts } of scenes[reader])
    test(`what the ${reader} reads: ${screen}, ${state}`, async ({ openPage, createAccount, admin }) => {
      const isTrader = reader === 'buyer' || reader === 'seller'
      const person = isTrader ? await createAccount(reader, 'Kiran Rao') : undefined
      const page = await openPage(reader === 'admin' ? admin : person)
      const output = recordOutput(page)
      await blockLiveConnection(page)
      for (const [name, response] of Object.entries(calls)) await stub(page, name, response)
      await visit(page, at)
      for (const step of steps) await perform(page, step)
      await expectTexts(page, output, texts)
    })
