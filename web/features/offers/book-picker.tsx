import { useState } from 'react'
import { listOfferBooks, type OfferBook } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { FoundBooks } from './found-books.tsx'

type Props = {
  chatId: string
  excluded: readonly string[]
  onChoose: (book: OfferBook) => void
  onClose: () => void
}

const searchDelayMs = 250

export function BookPicker({ chatId, excluded, onChoose, onClose }: Props) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const books = useRead(listOfferBooks, { chatId, search }, { keepPrevious: true })
  const rows = (books.data ?? []).filter(({ _id }) => !excluded.includes(_id))
  return (
    <div className="flex flex-col gap-2 rounded-box border border-border p-3">
      <div className="flex items-end gap-2">
        <Field label="Search the seller’s books" className="flex-1">
          <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button variant="plain" onClick={onClose}>
          Done
        </Button>
      </div>
      <FoundBooks books={books} rows={rows} amountOf={(book) => book.price} onChoose={onChoose} />
    </div>
  )
}
