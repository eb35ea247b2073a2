/** Whether the middle of an element is on the screen, neither scrolled away nor covered. */
export function isInView(element: Element | null): boolean {
  if (!element) return false
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
