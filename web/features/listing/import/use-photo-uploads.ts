import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { updateBook } from '#contract/books/books.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { imageLimits } from '#contract/common/photos.ts'
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

async function uploadPhotos({ bookId, files }: BookPhotos): Promise<void> {
  const images: File[] = []
  for (const file of files) images.push(await shrinkImage(file))
  for (let tries = 1; ; tries++)
    try {
      // The server knows photos that the book has already, so a repetition adds nothing.
      await call(updateBook, { id: bookId, images })
      return
    } catch (error) {
      const isBusy = error instanceof AppError && error.code === 'too_many_requests'
      if (!isBusy || tries === maxTries) throw error
      await sleep(Math.min(error.retryAfter ?? 1, maxWaitSeconds))
    }
}

/** Adds photos to books, one request per book. Without a connection it stops, and can go on later. */
export function usePhotoUploads() {
  const client = useQueryClient()
  const [progress, setProgress] = useState({ total: 0, done: 0, onMarket: 0 })
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
    setProgress(({ onMarket }) => ({ total: books.length, done: 0, onMarket }))
    const work = async () => {
      for (let book = queue.shift(); book && !isStopped.current; book = queue.shift()) {
        const added = book.files.length >= imageLimits.min ? 1 : 0
        try {
          await uploadPhotos(book)
          setProgress(({ total, done, onMarket }) => ({
            total,
            done: done + 1,
            onMarket: onMarket + added,
          }))
        } catch (error) {
          const reason = errorMessage(error, 'The photos could not be uploaded.')
          failures.push({ ...book, reason })
          if (!(error instanceof UnreachableError)) continue
          failures.push(...queue.splice(0).map((left) => ({ ...left, reason })))
        }
      }
    }
    await Promise.all(Array.from({ length: concurrentUploads }, work))
    setFailed(failures)
    setRunning(false)
    await refreshTopics(client, updateBook.changes)
  }
  return { ...progress, failed, isRunning, run }
}
