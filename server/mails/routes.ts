import {
  confirmEmail,
  readMailSettings,
  sendMailCode,
  updateMailSettings,
} from '#contract/accounts/mail-settings.ts'
import { AppError } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { consumeQuota } from '#server/platform/limits/quotas.ts'
import { codeQuota, jobIntervalSeconds } from './policy.ts'
import { sendMails } from './send-mails.ts'
import { confirmWithCode, findMailSettings, findRecipient, saveCode, saveIsOn } from './store.ts'
import { codeMail, codeSentText } from './texts.ts'

async function ownRecipient(db: Db, { accountId }: Viewer) {
  const recipient = await findRecipient(db, accountId)
  if (!recipient) throw new AppError('session_ended')
  return recipient
}

export function mailRoutes(mount: Mount, context: AppContext): void {
  const { db, mail, jobs, config, now } = context
  const canSend = mail !== undefined

  async function view(viewer: Viewer) {
    const canPush = config.push !== undefined
    return { canSend, canPush, ...(await findMailSettings(db, await ownRecipient(db, viewer))) }
  }

  mount(readMailSettings, (_, { viewer }) => view(viewer))

  mount(sendMailCode, async (_, { viewer, commit }) => {
    if (!mail) throw new AppError('no_mail')
    const { code, email } = await commit(async (db) => {
      const recipient = await ownRecipient(db, viewer)
      const key = `mail code ${recipient.personId}`
      if (config.rateLimit) await consumeQuota(db, { key, quota: codeQuota }, now())
      return { email: recipient.email, code: await saveCode(db, recipient, now()) }
    })
    jobs.soon(`mail code ${newId()}`, () => mail({ to: email, ...codeMail(code) }))
    return { message: codeSentText(email) }
  })

  mount(confirmEmail, async ({ code }, { viewer, commit }) => {
    const isRight = await commit(async (db) =>
      confirmWithCode(db, await ownRecipient(db, viewer), code, now()),
    )
    if (!isRight) throw new AppError('wrong_mail_code')
    return view(viewer)
  })

  mount(updateMailSettings, async ({ isOn }, { viewer, commit }) => {
    await commit(async (db) => saveIsOn(db, await ownRecipient(db, viewer), isOn))
    return view(viewer)
  })

  if (mail)
    jobs.every(jobIntervalSeconds, 'mail what waits', (signal) => sendMails(context, signal))
}
