// `npm run titles:import -- FILE`: imports facts about titles, with which a seller's ISBN fills in
// a listing.
import { importTitles } from '#server/books/titles/import-titles.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { onDatabase } from './database.ts'

const [file, ...more] = process.argv.slice(2)
if (file === undefined || more.length > 0) {
  console.error('Usage: npm run titles:import -- FILE (.csv, or .txt of Open Library; also .gz)')
  process.exitCode = 1
} else
  await onDatabase(async (db) => {
    const { lines, titles } = await importTitles(db, file)
    if (titles === 0)
      throw new StartupError(`No line of ${file} has an ISBN with a title and an author.`)
    console.log(`Imported ${titles} titles from ${lines} lines.`)
  })
