import { useState } from 'react'
import { type ImportPreview, importBooks, previewImport } from '#contract/books/manage/csv.ts'
import type { CallResult } from '#contract/common/endpoint.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import type { ChosenFiles } from './choose-files.tsx'
import { findPhotosIn } from './match-photos.ts'
import { type BookPhotos, usePhotoUploads } from './use-photo-uploads.ts'

/** The photos that were found for each row, with the id of the book that the row became. */
function photosOf(
  preview: ImportPreview,
  { books }: CallResult<typeof importBooks>,
  photos: readonly File[],
): BookPhotos[] {
  const find = findPhotosIn(photos)
  return preview.books.flatMap(({ photos, title = '' }, index) => {
    const { files } = find(photos)
    const bookId = books[index]?._id
    return bookId === undefined || files.length === 0 ? [] : [{ bookId, title, files }]
  })
}

/** The state of an import: the chosen files, their preview, and what was imported. */
export function useImport() {
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
    isImporting: importing.pending,
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
            ? 'We couldn’t confirm the import. Press Import again: no book is added twice.'
            : errorMessage(error, 'Nothing was imported. Please try again.'),
      ),
  }
}
