import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { updateBook } from '#contract/books/books.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { refreshTopics } from '#web/api/query-client.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { shrinkImage } from '#web/ui/inputs/shrink-image.ts'

/** The server accepts two uploads of an account at the same time. */
const concurrentUploads = 2
const maxTries = 5
const maxWaitSeconds = 60

export type BookPhotos = { bookId: string; title: string; files: File[] }
type Failed = BookPhotos & { reason: string }

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

const lastingErrors: readonly AppError['code'][] = [
  'too_many_uploads',
  'storage_full',
  'session_ended',
]
/** Whether the uploads of all other books would fail, too. */
const isLasting = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof AppError && lastingErrors.includes(error.code))

/** Returns whether the book is on the market now. */
async function uploadPhotos(
  { bookId, files }: BookPhotos,
  isStopped: () => boolean,
): Promise<boolean> {
  const images: File[] = []
  for (const file of files) images.push(await shrinkImage(file))
  for (let tries = 1; ; tries++)
    try {
      // The server knows photos that the book has already, so a repetition adds nothing.
      const { book } = await call(updateBook, { id: bookId, images })
      return !book.needsPhotos
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'too_many_requests'
      if (!isBusy || tries === maxTries) throw error
      await sleep(Math.min(error.retryAfter ?? 1, maxWaitSeconds))
      if (isStopped()) throw error
    }
}

/** Adds photos to books, one request per book. It stops at an error that lasts, and can go on later. */
export function usePhotoUploads() {
  const client = useQueryClient()
  /** `ended` counts books whose upload has succeeded or failed. */
  const [progress, setProgress] = useState({ total: 0, ended: 0, onMarket: 0 })
  const [failed, setFailed] = useState<Failed[]>([])
  const [isRunning, setRunning] = useState(false)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  async function run(books: readonly BookPhotos[]): Promise<void> {
    if (books.length === 0) return
    const queue = [...books]
    const failures: Failed[] = []
    setRunning(true)
    setFailed([])
    setProgress(({ onMarket }) => ({ total: books.length, ended: 0, onMarket }))
    const upload = async (book: BookPhotos): Promise<boolean> => {
      try {
        return await uploadPhotos(book, () => isStopped.current)
      } catch (error) {
        const reason = errorMessage(error, 'The photos could not be uploaded.')
        const left = isLasting(error) ? queue.splice(0) : []
        failures.push(...[book, ...left].map((one) => ({ ...one, reason })))
        return false
      }
    }
    const work = async () => {
      for (let book = queue.shift(); book && !isStopped.current; book = queue.shift()) {
        const added = (await upload(book)) ? 1 : 0
        setProgress(({ total, ended, onMarket }) => ({
          total,
          ended: ended + 1,
          onMarket: onMarket + added,
        }))
      }
    }
    await Promise.all(Array.from({ length: concurrentUploads }, work))
    setFailed(failures)
    setRunning(false)
    await refreshTopics(client, updateBook.changes)
  }
  return { ...progress, failed, isRunning, run }
}
