import { codeMinutes, maxNamedChats } from './policy.ts'

export const codeSentText = (email: string) => `We sent a code to ${email}.`

export const codeMail = (code: string) => ({
  subject: `${code} confirms your email at Dobara`,
  text: [
    'Hello,',
    `this code confirms your email at Dobara: ${code}`,
    `It is valid for ${codeMinutes} minutes. If you didn't ask for it, there is nothing to do.`,
    'Dobara',
  ].join('\n\n'),
})

export type WaitingChat = {
  name: string
  title: string
  messages: number
  offers: number
  lines: number
}
export type Waiting = {
  chats: WaitingChat[]
  problems: number
  saved: number
  notices: number
}

/** One line, in which no mail program finds an address to make a link of. */
const plain = (typed: string): string =>
  typed
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .replaceAll(/([.:/@])(?=[\p{L}\d/])/gu, '$1 ')
    .trim()
    .slice(0, 80)

const count = (number: number, one: string, many: string): string[] =>
  number === 0 ? [] : [number === 1 ? one : `${number} ${many}`]

function chatLine({ name, title, messages, offers, lines }: WaitingChat): string {
  const parts = [
    ...count(messages - offers, 'a message', 'messages'),
    ...count(offers, 'an offer', 'offers'),
    ...count(lines, 'news about an order', 'news about orders'),
  ]
  return `- ${plain(name)}, about “${plain(title)}”: ${parts.join(', ')}`
}

function waitingLines({ chats, problems, saved, notices }: Waiting): string[] {
  const others = chats.length - maxNamedChats
  return [
    ...chats.slice(0, maxNamedChats).map(chatLine),
    ...(others > 0 ? [`- and ${others === 1 ? 'one more chat' : `${others} more chats`}`] : []),
    ...count(problems, '- An answer about a problem', 'answers about problems').map(bullet),
    ...count(
      saved,
      '- News about a book or search you saved',
      'pieces of news about books and searches you saved',
    ).map(bullet),
    ...count(notices, '- News about your account', 'notices about your account').map(bullet),
  ]
}
const bullet = (line: string) => (line.startsWith('- ') ? line : `- ${line}`)

export function waitingMail(waiting: Waiting, links: { origin: string; unsubscribe: string }) {
  const messages = waiting.chats.reduce((sum, chat) => sum + chat.messages, 0)
  const [subject = 'News at Dobara'] = count(
    messages,
    'A new message at Dobara',
    'new messages at Dobara',
  )
  return {
    subject,
    text: [
      'Hello,',
      `while you were away, this came in at Dobara:\n${waitingLines(waiting).join('\n')}`,
      `Read and answer here: ${links.origin}`,
      `You get at most one such mail an hour. No more of them: ${links.unsubscribe}`,
      'Dobara',
    ].join('\n\n'),
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

export const unsubscribePage = {
  title: 'No more mails?',
  text: 'You will get no more mails about messages, offers and orders. Mails about your password still come.',
  submit: 'Switch off mails',
}
export const unsubscribedPage = {
  title: 'Mails are switched off',
  text: 'You can switch them on again in your profile.',
}
export const deadLinkPage = {
  title: 'This link is no longer valid',
  text: 'You can switch off mails in your profile.',
}
