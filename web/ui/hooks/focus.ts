// Where the keyboard stands when what had the focus is gone, or can't be pressed any more.
import { useEffect } from 'react'

/** What the focus falls back to: the row, the card or the part of the page that the lost one stood in. */
const holders = 'tr, article, section, [role=group], [role=dialog], main'

const canHold = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled')

/** The element and what it stands in, from the inside out: known before it goes. */
export function placeOf(element: Element | null): Element[] {
  const place: Element[] = element ? [element] : []
  for (
    let at = element?.parentElement?.closest(holders);
    at;
    at = at.parentElement?.closest(holders)
  )
    place.push(at)
  return place
}

/** Focuses the innermost of a place that is still there. */
export function focusNearest(place: Element[]): void {
  const nearest = place.find(canHold)
  if (!nearest) return
  if (nearest !== place[0] && !nearest.hasAttribute('tabindex')) nearest.tabIndex = -1
  nearest.focus({ preventScroll: nearest !== place[0] })
}

/** Focuses the first field in an element, or where there is none its first button or link; says whether there was one. */
export function focusFirst(element: Element | null | undefined): boolean {
  const first =
    element?.querySelector<HTMLElement>(
      'input:not([type=file]):not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    ) ?? element?.querySelector<HTMLElement>('button:not(:disabled), a[href]')
  first?.focus()
  return first !== null && first !== undefined
}

/** As the `ref` of what comes up in the page or in a modal: the focus begins there. Not at once, so that a modal that opens knows where it came from. */
export function focusOnMount(element: HTMLElement | null): void {
  if (!element) return
  requestAnimationFrame(() => {
    if (element.matches('input, select, textarea')) element.focus({ preventScroll: true })
    else focusFirst(element)
  })
}

/** Keeps the focus from falling out of the page when its element goes, as a button does that has done its work. */
export function useKeptFocus(): void {
  useEffect(() => {
    let place: Element[] = []
    const note = ({ target }: FocusEvent) => {
      place = placeOf(target as Element)
    }
    const look = () => {
      const [lost] = place
      if (!lost || document.activeElement !== document.body || canHold(lost)) return
      // Of a page that was left nothing remains; and while a modal closes, it sees to the focus itself.
      if (place.slice(1).some(canHold)) focusNearest(place)
    }
    const watcher = new MutationObserver(() => requestAnimationFrame(look))
    document.addEventListener('focusin', note)
    watcher.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    return () => {
      document.removeEventListener('focusin', note)
      watcher.disconnect()
    }
  }, [])
}
