// Writes the database and the photos to a file: `npm run backup -- FILE [--force]`.
import { makeBackup } from '#server/backup/backup.ts'
import { runFileCommand } from './database.ts'

await runFileCommand('backup', async (config, file, options) => {
  const { photos, tables } = await makeBackup(config, file, options)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`Written: ${rows} rows of ${tables.length} tables, ${photos.files} files of photos.`)
  if (photos.missing > 0)
    console.error(
      `${photos.missing} files of photos are missing: just being uploaded or removed, or lost. \`npm run verify\` names those that are shown.`,
    )
})
