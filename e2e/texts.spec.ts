// Every quoted text: a test for each scene sets it up and finds each of its texts in its place, byte for byte.
import { expect as hard, type Locator } from '@playwright/test'
import { type Page, test, visit } from './fixtures.ts'
import { answer, breakCalls, cutLive, hold } from './network.ts'
import type { Met, Place, Scene, Step } from './scene.ts'
import { readers, texts } from './texts.ts'

/** One wrong text doesn't hide the next. */
const expect = hard.configure({ soft: true })

/** 'GET /books/*' as the calls that it means. */
function which(name: string) {
  const [method = '', path = ''] = name.split(' ')
  return { path: new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`), method: method as 'GET' }
}

const meet = (page: Page, name: string, met: Met) =>
  met === 'held'
    ? hold(page, which(name))
    : met === 'broken'
      ? breakCalls(page, which(name))
      : answer(page, which(name), met)

/** What lies on top of the others, such as the button of a modal over that of its page. */
const named = (page: Page, role: 'button' | 'link' | 'dialog' | 'alertdialog', name: string) =>
  page.getByRole(role, { name, exact: true }).filter({ visible: true })

async function take(page: Page, [deed, name, value = '']: Step): Promise<void> {
  if (deed === 'fill') await page.getByLabel(name, { exact: true }).fill(value)
  else if (deed === 'choose') await page.getByLabel(name, { exact: true }).selectOption(value)
  else
    await named(page, 'button', name)
      .or(named(page, 'link', name))
      .last()
      .click()
}

/** The elements in which a text is all that is written in one piece: no letter before it and none after it. */
const saying = (text: string) => `xpath=descendant-or-self::*[text()[normalize-space(.)="${text}"]]`

/** Where a text has to stand. */
async function spot(page: Page, text: string, place: Place): Promise<Locator> {
  const [kind, name = ''] = place.split(':')
  if (place === 'placeholder') return page.getByPlaceholder(text, { exact: true })
  if (place === 'button' || place === 'link' || place === 'dialog' || place === 'alertdialog')
    return named(page, place, text)
  if (place === 'heading' || place === 'status' || place === 'alert')
    return page.getByRole(place).locator(saying(text))
  if (place === 'axis') return page.locator('svg').locator(saying(text))
  if (kind === 'fact')
    return page
      .getByRole('term')
      .filter({ hasText: new RegExp(`^${name}$`) })
      .locator('+ dd')
      .locator(saying(text))
  if (kind === 'cell') {
    const heads = page.getByRole('columnheader')
    await hard(heads.first()).toBeVisible()
    const column = (await heads.allTextContents()).indexOf(name)
    return page
      .getByRole('table')
      .filter({ has: heads })
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .nth(column)
      .locator(saying(text))
  }
  return page.locator('body').locator(saying(text))
}

/** What a page has said outside itself. */
type Said = { log: string[]; question: string[] }

async function play(
  page: Page,
  said: Said,
  { at, calls = {}, steps = [], texts }: Scene,
): Promise<void> {
  await cutLive(page)
  for (const [name, met] of Object.entries(calls)) await meet(page, name, met)
  await visit(page, at)
  for (const step of steps) await take(page, step)
  for (const [text, place] of texts) {
    const what = `${place}: ${text}`
    if (place === 'log' || place === 'question')
      await expect.poll(() => said[place], what).toContain(text)
    else
      await expect(
        (await spot(page, text, place)).filter({ visible: true }).first(),
        what,
      ).toBeVisible()
  }
}

for (const reader of readers)
  for (const scene of texts[reader].scenes)
    test(`what the ${reader} reads: ${scene.screen}, ${scene.state}`, async ({
      openAs,
      makePerson,
      admin,
    }) => {
      const person =
        reader === 'visitor'
          ? undefined
          : reader === 'admin'
            ? admin
            : await makePerson(reader, 'Kiran Rao')
      const page = await openAs(person)
      const said: Said = { log: [], question: [] }
      page.on('console', (message) => message.type() === 'warning' && said.log.push(message.text()))
      page.on('dialog', (dialog) => {
        said.question.push(dialog.message())
        void dialog.dismiss()
      })
      await play(page, said, scene)
    })
