import { useSearchParams } from 'react-router'

type TitleInUrl = { title: string; author: string; isbn: string }

/** Returns the title that a link passes to a form, and a function that removes it from the URL. */
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
