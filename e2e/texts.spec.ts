// The walk through every quoted text: each scene is set up, and each of its texts stands in its place, byte for byte.
import { expect as hard, type Locator } from '@playwright/test'
import { type Page, test, visit } from './fixtures.ts'
import { answer, breakCalls, cutLive, hold } from './network.ts'
import type { Met, Place, Scene, Step } from './scene.ts'
import { readers, texts } from './texts.ts'

/** One wrong text doesn't hide the next. */
const expect = hard.configure({ soft: true })
/** So many pages at once: much of their time is waiting for a read to be tried again. */
const lanes = 3

/** 'GET /books/*' as the calls that it means. */
function which(name: string) {
  const [method = '', path = ''] = name.split(' ')
  return { path: new RegExp(`^/api${path.replaceAll('*', '[^/]+')}$`), method: method as 'GET' }
}

const meet = (page: Page, name: string, met: Met) =>
  met === 'held' ? hold(page, which(name)) : met === 'broken' ? breakCalls(page, which(name)) : answer(page, which(name), met)

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
  if (place === 'button' || place === 'link' || place === 'dialog' || place === 'alertdialog') return named(page, place, text)
  if (place === 'heading' || place === 'status' || place === 'alert') return page.getByRole(place).locator(saying(text))
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
    return page.getByRole('table').filter({ has: heads }).getByRole('row').nth(1).getByRole('cell').nth(column).locator(saying(text))
  }
  return page.locator('body').locator(saying(text))
}

/** The scenes as they follow from one another, each row of them beginning at an address. */
function rows(scenes: Scene[]): Scene[][] {
  const rows: Scene[][] = []
  for (const scene of scenes) scene.at ? rows.push([scene]) : rows.at(-1)?.push(scene)
  return rows
}

/** What a page has said outside itself. */
type Said = { log: string[]; question: string[] }

async function play(page: Page, said: Said, { screen, state, at, calls = {}, steps = [], texts }: Scene): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  said.log.length = said.question.length = 0
  await cutLive(page)
  for (const [name, met] of Object.entries(calls)) await meet(page, name, met)
  if (at) await visit(page, at)
  for (const step of steps) await take(page, step)
  for (const [text, place] of texts) {
    const what = `${screen}, ${state}, ${place}: ${text}`
    if (place === 'log' || place === 'question') await expect.poll(() => said[place], what).toContain(text)
    else await expect((await spot(page, text, place)).filter({ visible: true }).first(), what).toBeVisible()
  }
}

for (const reader of readers)
  test(`what the ${reader} reads`, async ({ openAs, makePerson, admin }) => {
    test.setTimeout(180_000)
    const person = reader === 'visitor' ? undefined : reader === 'admin' ? admin : await makePerson(reader, 'Kiran Rao')
    const walk = async (lane: number) => {
      const page = await openAs(person)
      // A button that is called otherwise is missed soon.
      page.setDefaultTimeout(15_000)
      const said: Said = { log: [], question: [] }
      page.on('console', (message) => message.type() === 'warning' && said.log.push(message.text()))
      page.on('dialog', (dialog) => {
        // A half-filled form asks before it is left: the next scene leaves it.
        if (dialog.type() === 'beforeunload') return void dialog.accept()
        said.question.push(dialog.message())
        void dialog.dismiss()
      })
      for (const scene of rows(texts[reader].scenes)
        .filter((_, place) => place % lanes === lane)
        .flat())
        await test.step(`${scene.screen}, ${scene.state}`, () => play(page, said, scene))
    }
    await Promise.all(Array.from({ length: lanes }, (_, lane) => walk(lane)))
  })
