import { useState } from 'react'
import { errorMessage } from '#web/api/client.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { saveFile } from '#web/ui/save-file.ts'

type Page = { csv: string; next?: string | undefined }
type ReadPage = (cursor: string | undefined) => Promise<Page>
type Texts = {
  failed: string
  /** Shown instead of a file that would have only headers. By default, such files are saved. */
  empty?: string
}

async function readAll(readPage: ReadPage): Promise<string> {
  const parts: string[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
    const page = await readPage(cursor)
    parts.push(page.csv)
    cursor = page.next
  }
  return parts.join('')
}

const hasRows = (csv: string): boolean => csv.indexOf('\n') < csv.length - 1

/** Saves a CSV file that the server returns in pages. */
export function useSaveCsv() {
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  /** Returns whether the file was saved. */
  const save = async (name: string, readPage: ReadPage, { failed, empty }: Texts) => {
    setSaving(true)
    try {
      const csv = await readAll(readPage)
      const isEmpty = empty !== undefined && !hasRows(csv)
      if (isEmpty) toast({ text: empty })
      else saveFile(name, 'text/csv;charset=utf-8', csv)
      return !isEmpty
    } catch (error) {
      toast({ text: errorMessage(error, failed), kind: 'error' })
      return false
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
