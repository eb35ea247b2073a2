// Whether a stranger learns from the time of an answer which emails have an account.
import { compareAnswers } from '#server/accounts/leaks/testing-timing.ts'
import type { Outcome, Torture, TortureCase } from '#torture/torture-case.ts'

const pairs = 500
/** From here on the two distributions are taken for one. */
const minP = 0.01
const password = 'the right password of it'

const signUp = async (base: string, role: 'buyer' | 'seller', email: string): Promise<void> => {
  const side = role === 'buyer' ? { address: 'Pune' } : { sellerType: 'student' }
  const { status } = await fetch(`${base}/api/${role}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha Patil', email, password, ...side }),
  })
  if (status !== 201) throw new Error(`${role} could not sign up: ${status}`)
}

const run = (torture: Torture): Promise<Outcome[]> =>
  torture.withPlace('embedded', async (place) => {
    const server = await place.server()
    await server.start()
    const base = `http://127.0.0.1:${server.port}`
    const emails = { email: 'buyer@example.com', otherSideEmail: 'seller@example.com' }
    await signUp(base, 'buyer', emails.email)
    await signUp(base, 'seller', emails.otherSideEmail)
    const results = Object.entries(await compareAnswers(base, emails, { pairs }))
    await server.stop()
    const told = results.filter(([, { p }]) => p <= minP)
    const figures = results.map(
      ([
        name,
        {
          p,
          medianMs: { known, unknown },
        },
      ]) => `${name}: p ${p.toFixed(2)}, ${known.toFixed(1)} and ${unknown.toFixed(1)} ms`,
    )
    return [
      {
        test: `known and unknown emails, ${pairs} pairs each`,
        tried: results.length,
        survived: results.length - told.length,
        lost: told.length,
        note: figures.join('; '),
      },
    ]
  })

export const knownEmails: TortureCase = { name: 'known-emails', run }
