// The yardstick of the memory that a server with the embedded database takes: PGlite on the same
// data and nothing else, after it has read something.
import { openEmbedded } from '#bench/market/fill-embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const pglite = await openEmbedded(dataDir)
await pglite.query('select count(*), max(search_text) from books')
await pglite.query('select * from books order by id desc limit 200')
console.log('is open on http://127.0.0.1:0')
setInterval(() => {}, 60_000)
process.once('SIGTERM', () => void pglite.close().finally(() => process.exit()))
