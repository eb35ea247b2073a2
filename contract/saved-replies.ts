import { z } from 'zod'
import { MessageText } from '#contract/chats.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import { maxSavedReplies } from '#contract/common/limits.ts'
import { Id, MessageResponse } from '#contract/common/schemas.ts'

export const SavedReply = z.object({ _id: Id, text: z.string() })
export type SavedReply = z.output<typeof SavedReply>

const topic = ['replies'] as const

export const listSavedReplies = endpoint({
  method: 'GET',
  path: '/seller/replies',
  summary: 'Lists the replies that the seller saved to insert into messages, oldest first.',
  access: ['seller'],
  input: z.object({}),
  response: z.object({ replies: z.array(SavedReply), can: z.array(z.enum(['save'])) }),
  reads: topic,
})

export const saveReply = endpoint({
  method: 'POST',
  path: '/seller/replies',
  summary: `Saves a reply. A seller can have ${maxSavedReplies}.`,
  access: ['seller'],
  input: z.object({ text: MessageText }),
  response: SavedReply,
  status: 201,
  creates: true,
  changes: topic,
})

export const changeReply = endpoint({
  method: 'PUT',
  path: '/seller/replies/{replyId}',
  summary: 'Changes the text of a saved reply.',
  access: ['seller'],
  input: z.object({ replyId: Id, text: MessageText }),
  response: SavedReply,
  changes: topic,
})

export const deleteReply = endpoint({
  method: 'DELETE',
  path: '/seller/replies/{replyId}',
  summary: 'Deletes a saved reply.',
  access: ['seller'],
  input: z.object({ replyId: Id }),
  response: MessageResponse,
  changes: topic,
})
