// Restores a file that `npm run backup` wrote: `npm run restore -- FILE [--force]`.
import { restoreBackup } from '#server/backup/restore.ts'
import { runFileCommand } from './database.ts'

await runFileCommand('restore', async (config, file, options) => {
  const { createdAt, photos, tables } = await restoreBackup(config, file, options)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    `Restored the backup of ${createdAt}: ${rows} rows of ${tables.length} tables, all equal to those in the file, ${photos.files} files of photos.`,
  )
})
