// npm run price:attacks: writes the tables of attacks into the card of titles.

import { cards, updateBlocks } from '../model-card.ts'
import { attacksTable } from './attacks.ts'
import { varianceAttacksTable } from './variance-attacks.ts'

const blocks = { attacks: attacksTable(), pushed: varianceAttacksTable() }
await updateBlocks(cards.titles, blocks)
console.log(Object.values(blocks).join('\n\n'))
