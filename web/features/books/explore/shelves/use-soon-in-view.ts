import { type RefCallback, startTransition, useCallback, useState } from 'react'

/** How far from the screen a part is drawn, so that it is there when it is reached. */
const margin = '1000px 0px'

/** Whether an element is on the screen or close to it, or was before. */
export function useSoonInView(): [RefCallback<HTMLElement>, boolean] {
  const [isSoonInView, setSoonInView] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element || isSoonInView) return
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting))
            startTransition(() => setSoonInView(true))
        },
        { rootMargin: margin },
      )
      observer.observe(element)
      return () => observer.disconnect()
    },
    [isSoonInView],
  )
  return [ref, isSoonInView]
}
