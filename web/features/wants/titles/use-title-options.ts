import { minTypedLetters, suggestTitles } from '#contract/wishlist/titles.ts'
import { useRead } from '#web/api/hooks.ts'
import { typingPauseMs } from '#web/features/wants/policy.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

/** Titles that have what was typed; none while it is short, or the server can't be asked. */
export function useTitleOptions(text: string, isOpen: boolean) {
  const typed = useDebounced(text.trim(), typingPauseMs)
  const enabled = isOpen && typed.length >= minTypedLetters
  const { data } = useRead(suggestTitles, { typed }, { enabled, keepPrevious: true })
  return (enabled && data?.titles) || []
}
