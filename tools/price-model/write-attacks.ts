// npm run price:attacks: writes the table of attacks into the model card.
import { readFile, writeFile } from 'node:fs/promises'
import { attacksTable } from './attacks.ts'
import { fillCard } from './model-card.ts'

const card = 'docs/pricing.md'
const table = attacksTable()
await writeFile(card, fillCard(await readFile(card, 'utf8'), { attacks: table }))
console.log(table)
