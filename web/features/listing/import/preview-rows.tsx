import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { conditionLabels } from '#contract/books/conditions.ts'
import {
  type ImportedBook,
  type ImportPreview,
  importErrorText,
  previewImport,
} from '#contract/books/manage/csv.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { labelOf, moneyOrNoValue, orNoValue } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import type { ChosenFiles } from './choose-files.tsx'
import { findPhotosIn } from './match-photos.ts'

const maxShownRows = 50

type Props = {
  preview: ImportPreview
  chosen: ChosenFiles
  failure: string | undefined
  onFailure: (text: string) => void
  progress: number | undefined
  pending: boolean
  onImport: () => void
  onBack: () => void
}

type Row = ImportedBook & { found: number; ambiguous: string[]; problems: string[] }

function toRows({ books, errors }: ImportPreview, photos: readonly File[]): Row[] {
  const find = findPhotosIn(photos)
  const errorsByRow = Map.groupBy(errors, ({ row }) => row)
  const rows = books.map((book) => {
    const { files, ambiguous } = find(book.photos)
    const problems = (errorsByRow.get(book.row) ?? []).map(importErrorText)
    return { ...book, found: files.length, ambiguous, problems }
  })
  const order = ({ hasErrors, warning, ambiguous }: Row) =>
    hasErrors ? 0 : warning || ambiguous.length > 0 ? 1 : 2
  return rows.sort((a, b) => order(a) - order(b) || a.row - b.row)
}

const columns: Column<Row>[] = [
  { header: 'Row', isNumeric: true, cell: ({ row }) => row },
  {
    header: 'Book',
    wraps: true,
    card: 'block border-border border-b py-2',
    cell: ({ title, author, problems, hasErrors, warning, ambiguous }) => (
      <span className="flex flex-col gap-1">
        <span className="font-medium">{orNoValue(title)}</span>
        {author !== undefined && <span className="text-muted">{author}</span>}
        {hasErrors && (
          <span className="text-danger">{problems.join(' ') || 'This row has errors.'}</span>
        )}
        {warning && <span className="text-accent-text">{warning}</span>}
        {ambiguous.length > 0 && (
          <span className="text-accent-text">
            Several photos are named {ambiguous.join(', ')}. Name the folder too, or rename them.
          </span>
        )}
      </span>
    ),
  },
  {
    header: 'Condition',
    cell: ({ condition }) => (condition ? labelOf(conditionLabels, condition) : orNoValue('')),
  },
  { header: 'Price', isNumeric: true, cell: ({ price }) => moneyOrNoValue(price) },
  { header: 'Copies', isNumeric: true, cell: ({ copies }) => copies },
  {
    header: 'Photos',
    isNumeric: true,
    cell: ({ photos, found }) => (photos.length === 0 ? 'None' : `${found} of ${photos.length}`),
  },
]

/** Returns notes about what the import will do. */
function notesOf({ soldOut, repeated, alreadyListed }: ImportPreview, rows: readonly Row[]) {
  const withPhotos = rows.filter(({ found }) => found >= imageLimits.min).length
  const notes = [
    [withPhotos, 'book', 'with photos: on the market soon after.'],
    [
      rows.length - withPhotos,
      'book',
      `without ${imageLimits.min} photos: drafts until you add them.`,
    ],
    [soldOut, 'sold-out row', 'left out.'],
    [alreadyListed, 'book', 'that you seem to list already.'],
    [repeated, 'repeated row', '(listed separately).'],
  ] as const
  return notes.flatMap(([count, noun, text]) =>
    count > 0 ? [`${formatCount(count, noun)} ${text}`] : [],
  )
}

export function PreviewRows({ preview, chosen, onFailure, onImport, onBack, ...state }: Props) {
  const rows = useMemo(() => toRows(preview, chosen.photos), [preview, chosen])
  const { problem, wrongRows, ignoredColumns } = preview
  const ready = rows.length - wrongRows
  const shown = rows.slice(0, maxShownRows)
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-medium text-lg">
        {problem === undefined ? `${ready} ready` : formatCount(ready, 'book')}
        {wrongRows > 0 && <span className="text-danger">, {wrongRows} with errors</span>}
      </p>
      {wrongRows > 0 && <Errors csv={chosen.csv} onFailure={onFailure} />}
      <FormError>{problem}</FormError>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm empty:hidden">
        {wrongRows === 0 && notesOf(preview, rows).map((note) => <li key={note}>{note}</li>)}
        {ignoredColumns.length > 0 && (
          <li className="wrap-anywhere">Unused columns: {ignoredColumns.join(', ')}.</li>
        )}
      </ul>
      <DataTable
        caption="Books in the file"
        columns={columns}
        rows={shown}
        rowKey={({ row }) => String(row)}
      />
      {shown.length < rows.length && (
        <p className="text-muted text-sm">
          {`The other ${rows.length - shown.length} rows aren’t shown.`}
        </p>
      )}
      <div
        className="sticky -bottom-4 -mx-4 -mb-4 flex flex-col gap-3 border-border border-t bg-surface
          p-4"
      >
        {state.progress !== undefined && <ProgressBar share={state.progress} label="Uploading" />}
        <FormError>{state.failure}</FormError>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="plain" onClick={onBack} disabled={state.pending}>
            Choose another file
          </Button>
          {wrongRows === 0 && problem === undefined && (
            <Button pending={state.pending} onClick={onImport}>
              {`Import ${formatCount(ready, 'book')}`}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}

function Errors({ csv, onFailure }: { csv: File | undefined } & Pick<Props, 'onFailure'>) {
  const { run, pending } = useWrite(previewImport)
  const download = async () => {
    try {
      const { csvWithErrors } = (await run({ file: csv, withErrors: true })) ?? {}
      if (csvWithErrors !== undefined)
        saveFile('books-with-errors.csv', 'text/csv;charset=utf-8', csvWithErrors)
    } catch (error) {
      onFailure(errorMessage(error, 'The errors could not be downloaded. Please try again.'))
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-box bg-danger-soft p-3">
      <p className="min-w-48 flex-1">
        Nothing is imported until every row is right. Correct your file, then choose it again.
      </p>
      <Button
        variant="plain"
        size="sm"
        icon={<Download size={16} />}
        pending={pending}
        onClick={() => void download()}
      >
        Download errors
      </Button>
    </div>
  )
}
