import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { saveFile } from '#web/ui/save-file.ts'

export function ExportDataCard() {
  const [failure, setFailure] = useState<string>()
  const download = useWrite(exportAccount)
  const run = async () => {
    setFailure(undefined)
    try {
      const data = await download.run({})
      if (data)
        saveFile(
          `dobara-${data.exportedAt.slice(0, 10)}.json`,
          'application/json',
          JSON.stringify(data, null, 2),
        )
    } catch (error) {
      setFailure(errorMessage(error, 'Could not prepare your data. Please try again.'))
    }
  }
  return (
    <Card title="Your data">
      <p className="text-muted">
        Everything that Dobara stores about you, as one JSON file: profile, books, orders, chats and
        ratings.
      </p>
      <Button
        variant="plain"
        className="self-start"
        icon={<Download size={20} aria-hidden />}
        pending={download.pending}
        onClick={() => void run()}
      >
        Download my data
      </Button>
      <FormError>{failure}</FormError>
    </Card>
  )
}
