import type { Page } from '@playwright/test'

export type InputCount = { taps: number; characters: number }

/**
 * `countTap` and `countCharacters` are exposed by the test; `allCounted` resolves when the test has
 * received all counts.
 */
type CountingWindow = {
  countTap: () => Promise<void>
  countCharacters: (characters: number) => Promise<void>
  allCounted: () => Promise<void>
}

/** Counts taps and typed characters on a page, across navigations. The returned counts grow. */
export async function countInput(page: Page): Promise<InputCount> {
  const count: InputCount = { taps: 0, characters: 0 }
  await page.exposeFunction('countTap', () => {
    count.taps++
  })
  await page.exposeFunction('countCharacters', (characters: number) => {
    count.characters += characters
  })
  await page.addInitScript(() => {
    const counters = window as unknown as CountingWindow
    const counted: Promise<void>[] = []
    counters.allCounted = async () => void (await Promise.all(counted))
    const countTap = () => void counted.push(counters.countTap())
    const lengths = new WeakMap<EventTarget, number>()
    // Listens on the document: Playwright repeats a tap if the target has moved, and a listener on
    // the window would count both.
    document.addEventListener('pointerdown', countTap, { capture: true })
    addEventListener(
      'focusin',
      ({ target }) => {
        if (target && 'value' in target) lengths.set(target, String(target.value).length)
      },
      { capture: true },
    )
    addEventListener(
      'input',
      (event) => {
        const { target } = event
        if (!target || !('value' in target) || target instanceof HTMLSelectElement) return
        if (target instanceof HTMLInputElement && /radio|checkbox|file|^date/.test(target.type))
          return
        const length = target.value ? String(target.value).length : 0
        const data = event instanceof InputEvent ? event.data : null
        const typed = data?.length ?? length - (lengths.get(target) ?? 0)
        lengths.set(target, length)
        if (typed > 0) counted.push(counters.countCharacters(typed))
      },
      { capture: true },
    )
    // Choosing from a list takes two taps, and choosing a date three: open, choose, set.
    addEventListener(
      'change',
      ({ target }) => {
        const isDate = target instanceof HTMLInputElement && /^date/.test(target.type)
        const taps = target instanceof HTMLSelectElement ? 2 : isDate ? 3 : 0
        for (let tap = 0; tap < taps; tap++) countTap()
      },
      { capture: true },
    )
  })
  return count
}

/** Returns the taps and typed characters since the last call. */
export async function takeCount(page: Page, count: InputCount): Promise<InputCount> {
  await page.evaluate(() => (window as unknown as CountingWindow).allCounted())
  const taken = { ...count }
  count.taps = 0
  count.characters = 0
  return taken
}
