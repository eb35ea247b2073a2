import { sql } from 'kysely'
import { testApp } from '#server/testing.ts'

/** Makes all books and searches two minutes older, because the job skips newer listings. */
export async function age(): Promise<void> {
  const { db } = (await testApp()).context
  const earlier = (column: string) => sql`${sql.ref(column)} - interval '2 minutes'`
  await sql`update books set created_at = ${earlier('created_at')},
    listed_at = ${earlier('listed_at')}, unlisted_at = ${earlier('unlisted_at')}`.execute(db)
  await sql`update saved_searches set created_at = ${earlier('created_at')},
    checked_to = ${earlier('checked_to')}`.execute(db)
}
