// npm run price:summary -- FILE.csv: writes the summary that a fit without the listings needs.
import { mkdir, writeFile } from 'node:fs/promises'
import { toJson } from './fitted-file.ts'
import { checkEnough, readListings } from './listings.ts'
import { summarise, summaryFile } from './summary-file.ts'

const [file, ...others] = process.argv.slice(2)
if (file === undefined || others.length > 0) {
  console.error('npm run price:summary -- FILE.csv')
  process.exit(1)
}
try {
  const listings = readListings(file)
  checkEnough(listings, file)
  const text = `${toJson(summarise(listings))}\n`
  await mkdir(new URL('.', summaryFile), { recursive: true })
  await writeFile(summaryFile, text)
  console.log(`${listings.rows.length} listings in ${Math.round(text.length / 1024)} KB`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
