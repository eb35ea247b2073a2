// Rejects names and emails that could pass for Dobara itself, even if they use look-alike letters.
import { fieldError } from '#contract/common/error-catalog.ts'
import type { Config } from '#server/platform/operations/config.ts'

/** Maps signs (first string) to the Latin letters that they look like (second string). */
const lookAlikes = new Map<string, string>()
for (const [signs, letters] of [
  ['аеорсухіѕјԁкмтнвгпь', 'aeopcyxisjdkmthbrnb'],
  ['ոսօαεικνορτυχ', 'nuoaeikvoptux'],
  ['đɗøłħɓɑıɡ', 'ddolhbaig'],
  ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'],
  ['ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓬ', 'abcdefghijklmnoprstuvwy'],
  ['01345@$!|¡', 'oieasasiii'],
] as const)
  for (const [index, sign] of [...signs].entries()) lookAlikes.set(sign, letters[index] ?? '')

/** The code points of 🅐, 🅰 and 🇦, with which alphabets of symbols begin. */
const symbolAlphabets = [0x1f150, 0x1f170, 0x1f1e6]

function letterOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const start = symbolAlphabets.find((first) => code >= first && code < first + 26)
  if (start !== undefined) return String.fromCharCode('a'.charCodeAt(0) + code - start)
  return lookAlikes.get(sign) ?? sign
}

const fold = (text: string): string => text.replaceAll('rn', 'm').replaceAll('l', 'i')

/**
 * Turns 'D0bá-r а' into 'dobar a'. Digits and symbols count as letters if `areSignsLetters`, and
 * are dropped otherwise.
 */
const lettersOf = (name: string, areSignsLetters: boolean): string =>
  fold(
    [...name.normalize('NFKD').toLowerCase()]
      .map((sign) => (areSignsLetters || /\p{L}/u.test(sign) ? letterOf(sign) : sign))
      .join('')
      // Keeps Devanagari, because the vowel signs of Hindi are marks, not letters.
      .replace(/[^\p{L}\p{Script=Devanagari}\s]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )

/**
 * Matches 'dobara'. With spaces inside ('do bara') it must start a word, because Fernando Barapatre
 * is a real name.
 */
const dobara = /do+ba+ra|[दड][ोु]बारा|(?:^| )(?:d ?o[o ]*b ?a[a ]*r ?a|[दड][ोु] ?बा ?रा)/
const roles = [
  ...['the', 'admin', 'administrator', 'administration', 'admins', 'administrators', 'moderator'],
  ...['moderators', 'mod', 'support', 'customer', 'care', 'service', 'help', 'helpline', 'desk'],
  ...['centre', 'center', 'official', 'team', 'staff', 'system', 'department'],
  ...['एडमिन', 'ऐडमिन', 'सपोर्ट', 'टीम'],
]
/** Words that are reserved only together with a role, because India is also a first name. */
const besideRoles = ['account', 'payment', 'payments', 'refund', 'refunds', 'office', 'india', 'x']
const anyOf = (words: readonly string[]) => `(?:${words.map((word) => fold(word)).join('|')})`
const ofTheMarket = new RegExp(
  `^${anyOf(besideRoles)}*${anyOf(roles)}${anyOf([...roles, ...besideRoles])}*$`,
)
const ofDeleted = /^unknown(?:buyer|seller)?$/

const isReserved = (name: string): boolean =>
  [true, false].some((areSignsLetters) => {
    const letters = lettersOf(name, areSignsLetters)
    const joined = letters.replaceAll(' ', '')
    return dobara.test(letters) || ofTheMarket.test(joined) || ofDeleted.test(joined)
  })

/**
 * Whether a word mixes Latin with other letters ('Дobara'), or uses a script with Latin-looking
 * letters that nobody in India writes.
 */
const isDisguised = (name: string): boolean =>
  /[\p{Script=Canadian_Aboriginal}\p{Script=Cherokee}]/u.test(name) ||
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{Default_Ignorable_Code_Point}]+/u)
    .some(
      (word) =>
        /\p{Script=Latin}/u.test(word) &&
        /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])\p{L}/u.test(word),
    )

const disguised = 'Write each word in letters of one alphabet.'

type Names = { name?: string | undefined; shopName?: string | undefined }

/** Throws a field error for a reserved name that isn't already the account's. */
export function rejectReservedNames(names: Names, current: Names = {}): void {
  for (const [field, own] of [
    ['name', 'your own name'],
    ['shopName', 'your shop’s own name'],
  ] as const) {
    const name = names[field]
    if (name === undefined || name === current[field]) continue
    if (isReserved(name)) throw fieldError(field, `This name is reserved. Use ${own}.`)
    if (isDisguised(name)) throw fieldError(field, disguised)
  }
}

type Addresses = Pick<Config, 'publicUrl' | 'mail' | 'grievance'>

/**
 * Throws a field error for an email at the market's own host, or one of its public addresses. The
 * sender's host may be a mail provider or a college, so only reserved names are rejected there.
 */
export function rejectMarketEmails(email: string, { publicUrl, mail, grievance }: Addresses): void {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  const own = publicUrl && new URL(publicUrl).hostname.replace(/^www\./, '')
  const sender = mail && /[^\s<>]+@([^\s<>]+)/.exec(mail.from.toLowerCase())
  if (
    (own && (host === own || host.endsWith(`.${own}`))) ||
    (host === sender?.[1] && isReserved(name)) ||
    [sender?.[0], grievance?.email.toLowerCase()].includes(`${name}@${host}`)
  )
    throw fieldError('email', 'This email is reserved. Use your own email.')
}
