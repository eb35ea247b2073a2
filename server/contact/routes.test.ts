import { expect, test } from 'vitest'
import { readContact, supportEmail } from '#contract/contact.ts'
import { as, otherApp } from '#server/testing.ts'

test('complaints go to the person that the operator named, or else to the support', async () => {
  expect((await as().call(readContact, {})).body).toEqual({ email: supportEmail })
  const grievance = { name: 'Meera Shah', email: 'meera@example.org' }
  const { app } = await otherApp({ config: { grievance } })
  expect((await as().call(readContact, {}, { app })).body).toEqual(grievance)
})
