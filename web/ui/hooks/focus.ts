import { useEffect } from 'react'

const containers = 'tr, article, section, [role=group], [role=dialog], main'

const isFocusable = (element: Element | null | undefined): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(':disabled')

/**
 * Returns the element and its containers, innermost first. They are used to restore the focus
 * later.
 */
export function focusPath(element: Element | null): Element[] {
  const path: Element[] = element ? [element] : []
  for (
    let container = element?.parentElement?.closest(containers);
    container;
    container = container.parentElement?.closest(containers)
  )
    path.push(container)
  return path
}

export function focusNearest(path: Element[]): void {
  const nearest = path.find(isFocusable)
  if (!nearest) return
  if (nearest !== path[0] && !nearest.hasAttribute('tabindex')) nearest.tabIndex = -1
  nearest.focus({ preventScroll: nearest !== path[0] })
}

/** Focuses the first field, or else the first button or link. Returns whether there was one. */
export function focusFirst(element: Element | null | undefined): boolean {
  const first =
    element?.querySelector<HTMLElement>(
      'input:not([type=file]):not(:disabled), select:not(:disabled), textarea:not(:disabled)',
    ) ?? element?.querySelector<HTMLElement>('button:not(:disabled), a[href]')
  first?.focus()
  return first !== null && first !== undefined
}

/**
 * A `ref` that moves the focus into an element. Waits one frame, until a dialog has recorded its
 * opener. On a slow device, the person may have focused a field of the element by then, which keeps
 * the focus.
 */
export function focusOnMount(element: HTMLElement | null): void {
  if (!element) return
  requestAnimationFrame(() => {
    if (element.contains(document.activeElement)) return
    if (element.matches('input, select, textarea, button')) element.focus({ preventScroll: true })
    else focusFirst(element)
  })
}

/**
 * A `ref` for content that replaces a longer page. Moves the focus to the content and scrolls to
 * the top.
 */
export function showFromTop(element: HTMLElement | null): void {
  if (!element) return
  element.focus({ preventScroll: true })
  window.scrollTo({ top: 0 })
}

/** If the focused element is removed or disabled, moves the focus to the nearest container. */
export function useFocusRestore(): void {
  useEffect(() => {
    let path: Element[] = []
    const rememberFocus = ({ target }: FocusEvent) => {
      path = focusPath(target as Element)
    }
    const restoreFocus = () => {
      const [focused] = path
      if (!focused || document.activeElement !== document.body || isFocusable(focused)) return
      // After a navigation no container is left. A closing dialog restores the focus itself.
      if (path.slice(1).some(isFocusable)) focusNearest(path)
    }
    const observer = new MutationObserver(() => requestAnimationFrame(restoreFocus))
    document.addEventListener('focusin', rememberFocus)
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    return () => {
      document.removeEventListener('focusin', rememberFocus)
      observer.disconnect()
    }
  }, [])
}
