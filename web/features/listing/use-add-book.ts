import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { conditions } from '#contract/books/conditions.ts'
import { paths } from '#web/paths.ts'
import { useRemoveParams } from '#web/ui/hooks/use-remove-params.ts'
import type { BookDraft } from './book-draft.ts'

type CarriedOver = Pick<BookDraft, 'bookType' | 'branch' | 'condition'>

/** The URL of the form for the next book, with the type, branch and condition of the last one. */
export const addAnotherPath = ({ bookType, branch, condition }: CarriedOver): string =>
  `${paths.seller.books}?${new URLSearchParams({ add: bookType, addBranch: branch, condition })}`

/** Opens Add Book when a button is pressed, and for links with `add`. */
export function useAddBook() {
  const [params] = useSearchParams()
  const clear = useRemoveParams('add', 'addBranch', 'condition')
  const [isPressed, setPressed] = useState(false)
  const add = params.get('add')
  const condition = conditions.find((one) => one === params.get('condition'))
  const initial: Partial<CarriedOver> | undefined =
    add === 'new' || add === 'old'
      ? { bookType: add, branch: params.get('addBranch') ?? '', ...(condition && { condition }) }
      : undefined
  const close = () => {
    setPressed(false)
    if (add !== null) clear()
  }
  return { isOpen: isPressed || add !== null, initial, open: () => setPressed(true), close }
}
