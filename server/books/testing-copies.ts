import { testApp } from '#server/testing.ts'

export async function availableOf(bookId: string): Promise<number> {
  const { db } = (await testApp()).context
  const book = db.selectFrom('books').select('available').where('id', '=', bookId)
  return (await book.executeTakeFirstOrThrow()).available
}
