import { useState } from 'react'
import { type ImportPreview, importBooks, previewImport } from '#contract/books/csv.ts'
import type { CallResult } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { useBeforeUnloadWarning } from '#web/ui/hooks/use-before-unload-warning.ts'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { ChooseFiles, type ChosenFiles } from './choose-files.tsx'
import { ImportResult } from './import-result.tsx'
import { findPhotosIn } from './match-photos.ts'
import { PreviewRows } from './preview-rows.tsx'
import { type BookPhotos, usePhotoUploads } from './use-photo-uploads.ts'

const stepTitles = {
  choosing: { title: 'Import books', description: 'Step 1 of 3: choose your files' },
  checking: { title: 'Import books', description: 'Step 2 of 3: check the rows' },
  done: { title: 'Import books', description: 'Step 3 of 3: done' },
} as const

/** The photos that were found for each row, with the id of the book that the row became. */
function photosOf(
  preview: ImportPreview,
  { books }: CallResult<typeof importBooks>,
  files: readonly File[],
): BookPhotos[] {
  const find = findPhotosIn(files)
  return preview.books.flatMap(({ photos, title = '' }, index) => {
    const found = photos.flatMap((name) => find(name) ?? [])
    const bookId = books[index]?._id
    return bookId === undefined || found.length === 0 ? [] : [{ bookId, title, files: found }]
  })
}

function useImport() {
  const [chosen, setChosen] = useState<ChosenFiles>({ photos: [] })
  const [preview, setPreview] = useState<ImportPreview>()
  const [imported, setImported] = useState<number>()
  const [progress, setProgress] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const uploads = usePhotoUploads()
  const checking = useWrite(previewImport, { onProgress: setProgress })
  const importing = useWrite(importBooks, { onProgress: setProgress })
  const attempt = async (work: () => Promise<void>, failed: (error: unknown) => string) => {
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(failed(error))
    } finally {
      setProgress(undefined)
    }
  }
  const { csv: file, photos } = chosen
  return {
    chosen,
    choose: (next: ChosenFiles) => {
      setFailure(undefined)
      setChosen(next)
    },
    preview,
    imported,
    progress,
    failure,
    setFailure,
    uploads,
    isPending: checking.pending || importing.pending,
    check: () =>
      attempt(
        async () => setPreview(await checking.run({ file })),
        (error) => errorMessage(error, 'The file could not be checked. Please try again.'),
      ),
    chooseAgain: () => {
      setFailure(undefined)
      setPreview(undefined)
    },
    add: () =>
      attempt(
        async () => {
          const result = await importing.run({ file })
          if (!result || !preview) return
          setImported(result.books.length)
          void uploads.run(photosOf(preview, result, photos))
        },
        (error) =>
          error instanceof UnreachableError
            ? 'The connection was lost. Press Import again once you are online: no book is added twice.'
            : errorMessage(error, 'Nothing was imported. Please try again.'),
      ),
  }
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { chosen, preview, imported, progress, failure, uploads, ...actions } = useImport()
  const [isAsking, setAsking] = useState(false)
  useBeforeUnloadWarning(uploads.isRunning)
  const close = () => (uploads.isRunning ? setAsking(true) : onClose())
  const step = imported !== undefined ? 'done' : preview ? 'checking' : 'choosing'
  return (
    <>
      <Dialog open onClose={close} {...stepTitles[step]} width={step === 'checking' ? 'lg' : 'md'}>
        {step === 'choosing' && (
          <ChooseFiles
            value={chosen}
            onChange={actions.choose}
            failure={failure}
            progress={progress}
            pending={actions.isPending}
            onNext={() => void actions.check()}
            onCancel={onClose}
          />
        )}
        {step === 'checking' && preview && (
          <PreviewRows
            preview={preview}
            chosen={chosen}
            failure={failure}
            onFailure={actions.setFailure}
            progress={progress}
            pending={actions.isPending}
            onImport={() => void actions.add()}
            onBack={actions.chooseAgain}
          />
        )}
        {imported !== undefined && (
          <ImportResult books={imported} uploads={uploads} onClose={close} />
        )}
      </Dialog>
      <ConfirmDialog
        open={isAsking && uploads.isRunning}
        title="Stop uploading photos?"
        confirmLabel="Stop"
        cancelLabel="Keep uploading"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        Books without photos stay drafts. You can add their photos in Manage Books.
      </ConfirmDialog>
    </>
  )
}
