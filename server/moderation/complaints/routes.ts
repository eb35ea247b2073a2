import { listCases } from '#contract/admin/cases.ts'
import {
  blockReported,
  dismissComplaint,
  fileComplaint,
  hideReportedListing,
  listOrderComplaints,
  readComplaint,
  readComplaintChat,
  unhideReportedListing,
  warnReported,
} from '#contract/admin/complaints.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { lockOwnAccount } from '#server/accounts/store.ts'
import { announceAccountStatus } from '#server/admin/account-status.ts'
import { type AdminAction, insertAuditEntry } from '#server/admin/audit.ts'
import { listMessages } from '#server/chats/messages.ts'
import { participantOf } from '#server/chats/rules.ts'
import { findCases } from '#server/moderation/queue.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { countUse } from '#server/platform/limits/quotas.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { block, complaintTarget, dismiss, hideListing, unhideListing, warn } from './settle.ts'
import { complaintQuota, insertComplaint, lockComplaint } from './store.ts'
import { findSubject } from './subjects.ts'
import { blockedMail, complaintFiledReply, warningMail } from './texts.ts'
import { findOrderComplaints, viewComplaint } from './views.ts'

export function complaintRoutes(mount: Mount, context: AppContext): void {
  const { config, now } = context
  mount(fileComplaint, {
    create: async ({ subject, subjectId, reason, text }, { viewer, commit }) => {
      const me = participantOf(viewer)
      const { id } = await commit(async (db) => {
        await lockKey(db, `reporter ${me.accountId}`)
        await lockOwnAccount(db, me.accountId)
        const found = await findSubject(db, me, { subject, subjectId, now: now() })
        const use = { key: `complaint ${me.accountId}`, quota: complaintQuota }
        if (config.rateLimit) await countUse(db, use, now())
        const id = newId(now().getTime())
        await insertComplaint(db, {
          id,
          reporter_id: me.accountId,
          subject_kind: subject,
          subject_id: subjectId,
          ...found,
          reason,
          text: text ?? null,
          created_at: now(),
        })
        return { id }
      })
      return id
    },
    read: async (id) => ({ _id: id, message: complaintFiledReply }),
  })
  deskRoutes(mount, context)
}

type Settled = Awaited<ReturnType<typeof warn>>

function deskRoutes(mount: Mount, context: AppContext): void {
  const { db, live, jobs, mail, now } = context

  /** Call this after the commit. */
  function announce({ notices, mailTo, blocked }: Settled, letter?: Omit<Mail, 'to'>): void {
    for (const { accountId, text } of notices) live.emit(accountId, 'notice', { message: text })
    if (mail && mailTo && letter)
      jobs.soon(`complaint mail ${newId()}`, () => mail({ to: mailTo, ...letter }))
    if (blocked) announceAccountStatus(context, blocked)
  }
  type Settle<Input> = (db: Db, settlement: Input & { by: AdminAction }) => Promise<Settled>
  type Request = {
    viewer: { accountId: string }
    commit: (work: (db: Db) => Promise<Settled>) => Promise<Settled>
  }
  async function settle<Input extends { id: string }>(
    input: Input,
    { viewer, commit }: Request,
    work: Settle<Input>,
    letter?: Omit<Mail, 'to'>,
  ) {
    const settlement = { ...input, by: { adminId: viewer.accountId, now: now() } }
    announce(await commit((db) => work(db, settlement)), letter)
    return viewComplaint(context, input.id)
  }

  mount(listCases, (query) => findCases(db, query))
  mount(listOrderComplaints, ({ id }) => findOrderComplaints(db, id))
  mount(readComplaint, ({ id }) => viewComplaint(context, id))
  mount(dismissComplaint, (input, request) => settle(input, request, dismiss))
  mount(warnReported, (input, request) => settle(input, request, warn, warningMail(input.note)))
  mount(hideReportedListing, (input, request) => settle(input, request, hideListing))
  mount(blockReported, (input, request) => settle(input, request, block, blockedMail(input.note)))
  mount(unhideReportedListing, (input, request) => settle(input, request, unhideListing))

  mount(readComplaintChat, async ({ id, before }, { viewer, commit }) => {
    const chatId = await commit(async (db) => {
      const complaint = await lockComplaint(db, id)
      if (complaint.chat_id === null || complaint.subject_kind === 'listing')
        throw new AppError('chat_not_found')
      const by = { adminId: viewer.accountId, now: now() }
      await insertAuditEntry(db, by, 'read-chat', complaintTarget(complaint))
      return complaint.chat_id
    })
    return listMessages(db, chatId, { before })
  })
}
