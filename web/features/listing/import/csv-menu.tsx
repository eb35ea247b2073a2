import { Download, LoaderCircle, Upload } from 'lucide-react'
import { useState } from 'react'
import { exportBooks } from '#contract/books/manage/csv.ts'
import { call } from '#web/api/client.ts'
import { useSaveCsv } from '#web/forms/use-save-csv.ts'
import { useBeforeUnloadWarning } from '#web/ui/hooks/use-before-unload-warning.ts'
import { ConfirmDialog, Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { ChooseFiles } from './choose-files.tsx'
import { ImportResult } from './import-result.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { useImport } from './use-import.ts'

const stepTitles = {
  choosing: { title: 'Import books', description: 'Step 1 of 3: choose your files' },
  checking: { title: 'Import books', description: 'Step 2 of 3: check the rows' },
  done: { title: 'Import books', description: 'Step 3 of 3: done' },
} as const

/** Imports a seller's books from a CSV file, and exports them. */
export function CsvMenu() {
  const [isImporting, setImporting] = useState(false)
  const { save, isSaving } = useSaveCsv()
  const exportAll = () =>
    save('my-books.csv', (cursor) => call(exportBooks, { cursor }), {
      failed: 'Your books could not be exported.',
    })
  return (
    <>
      <Menu
        label="More actions"
        icon={isSaving && <LoaderCircle size={20} className="animate-spin" />}
        className="border border-border"
        items={[
          { label: 'Import CSV', icon: <Upload size={18} />, onSelect: () => setImporting(true) },
          {
            label: 'Export CSV',
            icon: <Download size={18} />,
            disabled: isSaving,
            onSelect: () => void exportAll(),
          },
        ]}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const { chosen, preview, imported, progress, failure, uploads, ...actions } = useImport()
  const { isImporting } = actions
  const [isAsking, setAsking] = useState(false)
  useBeforeUnloadWarning(actions.isPending || uploads.isRunning)
  const close = () => {
    if (uploads.isRunning) setAsking(true)
    // Otherwise the books would get no photos, and another import could add them twice.
    else if (!isImporting) onClose()
  }
  const step = imported !== undefined ? 'done' : preview ? 'checking' : 'choosing'
  return (
    <>
      <Dialog
        open
        onClose={close}
        {...stepTitles[step]}
        width={step === 'checking' ? 'lg' : 'md'}
        hasUnsavedChanges={step === 'checking' && !isImporting}
      >
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
