import { useSearchParams } from 'react-router'

type TitleInUrl = { title: string; author: string; isbn: string }

/** A title that a link brought along for a form, and what drops it again. */
export function useTitleInUrl(): { title: TitleInUrl | undefined; clear: () => void } {
  const [params, setParams] = useSearchParams()
  const textOf = (name: string) => params.get(name)?.trim() ?? ''
  const title = textOf('title')
  const clear = () =>
    setParams(
      (current) => {
        for (const name of ['title', 'author', 'isbn']) current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    title: title === '' ? undefined : { title, author: textOf('author'), isbn: textOf('isbn') },
    clear,
  }
}
