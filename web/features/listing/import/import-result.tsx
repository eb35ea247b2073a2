import { formatCount } from '#contract/common/numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { ProgressBar } from '#web/ui/loading/progress-bar.tsx'
import type { usePhotoUploads } from './use-photo-uploads.ts'

type Props = {
  books: number
  uploads: ReturnType<typeof usePhotoUploads>
  onClose: () => void
}

const maxShownFailures = 5

export function ImportResult({ books, uploads, onClose }: Props) {
  const { total, ended, onMarket, failed, isRunning, run } = uploads
  const drafts = books - onMarket
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="font-medium text-lg">
        {`${formatCount(books, 'book')} imported.`}
      </p>
      {isRunning ? (
        <>
          <ProgressBar
            share={ended / total}
            label={`Uploading photos: ${ended} of ${formatCount(total, 'book')}`}
          />
          <p className="text-muted text-sm">Keep this page open until all photos are uploaded.</p>
        </>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-5">
          {onMarket > 0 && <li>{formatCount(onMarket, 'book')} on the market.</li>}
          {drafts > 0 && (
            <li>{`${formatCount(drafts, 'draft')}: add photos in Manage Books to show them.`}</li>
          )}
        </ul>
      )}
      {failed.length > 0 && (
        <div role="alert" className="flex flex-col gap-2 rounded-box bg-danger-soft p-3 text-sm">
          <p className="font-medium">
            {`The photos of ${formatCount(failed.length, 'book')} are missing.`}
          </p>
          <ul className="wrap-anywhere">
            {failed.slice(0, maxShownFailures).map(({ bookId, title, reason }) => (
              <li key={bookId}>
                {title}: {reason}
              </li>
            ))}
            {failed.length > maxShownFailures && (
              <li>and {failed.length - maxShownFailures} more</li>
            )}
          </ul>
          <Button variant="plain" size="sm" className="self-start" onClick={() => void run(failed)}>
            Try again
          </Button>
        </div>
      )}
      <div className="flex justify-end">
        <Button variant={isRunning ? 'plain' : 'primary'} onClick={onClose}>
          {isRunning ? 'Stop' : 'Done'}
        </Button>
      </div>
    </div>
  )
}
