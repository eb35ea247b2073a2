// Closes the demo logins before a market opens to the public: `npm run demo:remove`.
import { removeDemo } from '#server/demo/logins.ts'
import { onDatabase } from './database.ts'

await onDatabase(async (db) => {
  const { closed, books } = await removeDemo(db, new Date())
  console.log(closed.length === 0 ? 'No demo login was open.' : `Closed: ${closed.join(', ')}.`)
  console.log(
    `Books of demo sellers taken off the market: ${books}. Their orders, chats and reviews stay.`,
  )
})
