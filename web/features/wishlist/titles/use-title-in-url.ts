import { useSearchParams } from 'react-router'
import { useRemoveParams } from '#web/ui/hooks/use-remove-params.ts'

type TitleInUrl = { title: string; author: string; isbn: string }

/** Returns the title that a link passes to a form, and a function that removes it from the URL. */
export function useTitleInUrl(): { title: TitleInUrl | undefined; clear: () => void } {
  const [params] = useSearchParams()
  const clear = useRemoveParams('title', 'author', 'isbn')
  const textOf = (name: string) => params.get(name)?.trim() ?? ''
  const title = textOf('title')
  return {
    title: title === '' ? undefined : { title, author: textOf('author'), isbn: textOf('isbn') },
    clear,
  }
}
