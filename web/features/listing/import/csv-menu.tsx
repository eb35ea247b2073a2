import { Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { exportBooks } from '#contract/books/csv.ts'
import { call, errorMessage } from '#web/api/client.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { ImportDialog } from './import-dialog.tsx'

async function readExport(): Promise<string> {
  const parts: string[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore; hasMore = cursor !== undefined) {
    const page = await call(exportBooks, { cursor })
    parts.push(page.csv)
    cursor = page.next
  }
  return parts.join('')
}

/** Imports a seller's books from a CSV file, and exports them. */
export function CsvMenu() {
  const toast = useToast()
  const [isImporting, setImporting] = useState(false)
  const save = async () => {
    try {
      saveFile('my-books.csv', 'text/csv;charset=utf-8', await readExport())
    } catch (error) {
      toast({ text: errorMessage(error, 'Your books could not be exported.'), kind: 'error' })
    }
  }
  return (
    <>
      <Menu
        label="More actions"
        className="border border-border"
        items={[
          { label: 'Import CSV', icon: <Upload size={18} />, onSelect: () => setImporting(true) },
          { label: 'Export CSV', icon: <Download size={18} />, onSelect: () => void save() },
        ]}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
