import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/**
 * Scrolls the end of the form into view, whenever `key` changes and there is something to read
 * there. Where a field is wrong, that one is focused and stays in view.
 */
export function useEndInView<E extends HTMLElement>(
  key: string,
  { hasText, isFieldFocused }: { hasText: boolean; isFieldFocused: boolean },
): RefObject<E | null> {
  const end = useRef<E>(null)
  const show = useEffectEvent(() => {
    if (hasText && !isFieldFocused) end.current?.scrollIntoView({ block: 'nearest' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same alert is shown anew
  useEffect(() => show(), [key])
  return end
}
