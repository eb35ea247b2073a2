import { FileSpreadsheet, Images } from 'lucide-react'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useState } from 'react'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import { importLimits } from '#contract/common/limits.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { copyOf, pictureFiles } from '#web/ui/inputs/shrink-image.ts'
import { textLinkClass } from '#web/ui/links.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'

export type ChosenFiles = { csv?: File | undefined; photos: File[] }

type Props = {
  value: ChosenFiles
  onChange: (files: ChosenFiles) => void
  failure: string | undefined
  progress: number | undefined
  pending: boolean
  onNext: () => void
  onCancel: () => void
}

/** Some systems give CSV files another type. */
const csvFiles = '.csv,.tsv,.txt,text/csv,text/comma-separated-values,application/vnd.ms-excel'

/** Copies the file into memory, because a spreadsheet may save it again before it is sent. */
async function readCsvFile(file: File): Promise<{ csv: File } | { error: string }> {
  if (file.size > importLimits.bytes) return { error: errorCatalog.csv_too_large[1] }
  const csv = await copyOf(file).catch(() => undefined)
  return csv
    ? { csv }
    : { error: `${file.name} is empty or can’t be read. Please choose it again.` }
}

export function ChooseFiles({
  value,
  onChange,
  failure,
  progress,
  pending,
  onNext,
  onCancel,
}: Props) {
  const [error, setError] = useState<string>()
  const { csv, photos } = value
  const chooseCsv = async ([file]: File[]) => {
    if (!file) return
    const read = await readCsvFile(file)
    setError('error' in read ? read.error : undefined)
    onChange({ ...value, csv: 'csv' in read ? read.csv : undefined })
  }
  return (
    <form
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (csv) onNext()
        else setError((known) => known ?? errorCatalog.one_csv[1])
      }}
    >
      <p>
        One row for each book. The first row names the columns, in any order.{' '}
        <a href="/books-template.csv" download className={textLinkClass}>
          Download a template
        </a>
      </p>
      <FileRow
        icon={<FileSpreadsheet className="shrink-0 text-primary" />}
        title="CSV file"
        text={csv?.name ?? `Up to ${formatCount(importLimits.rows, 'book')}.`}
      >
        <FileButton
          label="Choose CSV file"
          accept={csvFiles}
          onFiles={(files) => void chooseCsv(files)}
        />
      </FileRow>
      <FileRow
        icon={<Images className="shrink-0 text-primary" />}
        title="Photos (optional)"
        text={
          photos.length > 0
            ? `${formatCount(photos.length, 'file')} chosen`
            : `Name each book’s ${imageLimits.min} to ${imageLimits.max} photos in a column Photos. Books without photos stay drafts.`
        }
      >
        <FileButton
          label="Choose folder"
          webkitdirectory=""
          onFiles={(files) => onChange({ ...value, photos: files })}
        />
        <FileButton
          label="Choose photos"
          accept={pictureFiles}
          multiple
          onFiles={(files) => onChange({ ...value, photos: files })}
        />
      </FileRow>
      {progress !== undefined && <ProgressBar share={progress} label="Uploading" />}
      <FormError>{error ?? failure}</FormError>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          Check file
        </Button>
      </div>
    </form>
  )
}

const FileRow = ({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode
  title: string
  text: string
  children: ReactNode
}) => (
  <div className="flex flex-wrap items-center gap-3 rounded-box border border-border p-3">
    {icon}
    <div className="min-w-40 flex-1">
      <p className="font-medium">{title}</p>
      <p role="status" className="wrap-anywhere text-muted text-sm">
        {text}
      </p>
    </div>
    <div className="flex flex-wrap gap-2">{children}</div>
  </div>
)

type FileButtonProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  label: string
  webkitdirectory?: ''
  onFiles: (files: File[]) => void
}

function FileButton({ label, onFiles, ...input }: FileButtonProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        { variant: 'plain', size: 'sm' },
        'cursor-pointer focus-within:outline-2 focus-within:outline-primary',
      )}
    >
      {label}
      <input
        {...input}
        id={id}
        type="file"
        className="sr-only"
        onChange={(event: ChangeEvent<HTMLInputElement>) => {
          const files = [...(event.target.files ?? [])]
          // Otherwise the same file can't be chosen again after it was corrected.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
