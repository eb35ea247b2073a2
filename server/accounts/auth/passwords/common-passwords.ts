import { passwordLength } from '#contract/common/limits.ts'
import { commonPassword } from '#server/accounts/auth/rules.ts'

/** The most common passwords of at least 8 characters, from public lists of leaked passwords. */
const commonPasswords = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 0123456789 0987654321
   987654321 9876543210 87654321 11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 55555555 66666666 77777777
   88888888 99999999 12341234 12344321 123123123 123321123 12121212 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qwertyui qwertyuiop qwerty12 qwerty123
   qwerty1234 qwerty12345 q1w2e3r4 q1w2e3r4t5 zaq12wsx asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abc123456 abcdefgh
   abcdefg1 a1b2c3d4 aa123456 a1234567 a12345678 a123456789 iloveyou iloveyou1 iloveyou2 loveyou1 iloveindia india123 india1234 bharat123
   indian123 mumbai123 delhi123 krishna1 krishna123 jaihanuman jaishreeram saibaba1 sairam123 ganesh123 ganpati1 omnamahshivaya
   sunshine princess princess1 football football1 baseball baseball1 cricket1 cricket123 superman superman1 batman123 spiderman starwars
   trustno1 whatever computer internet michelle jennifer welcome1 welcome123 admin123 admin1234 administrator letmein1 changeme
   qweasdzxc 147258369 159753159 789456123 741852963 963852741 11223344 112233445566 123456abc 1234abcd test1234 testtest secret123
   master123 monkey123 dragon123 shadow123 samsung1 samsung123 google123 facebook facebook1 instagram liverpool chelsea1 arsenal1
   pakistan lovely123 charlie1 jordan23 michael1 ashley123 nothing1 hello123 helloworld student1 student123 teacher1 dobara123 bookbook`.split(
    /\s+/,
  ),
)

/**
 * Whether the password is so common that it is rejected for every client. The API's specification
 * allows that.
 */
export const isCommonPassword = (password: string): boolean =>
  commonPasswords.has(password.toLowerCase())

// The first check loads the list, not the start of the server, because unpacking is slow.
let listed: Promise<Set<string>> | undefined
async function loadListed(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common']
  return new Set(passwords.filter(({ length }) => length >= passwordLength.min))
}

/** Whether a password is one of 17,950 common leaked passwords, or on this file's list. */
export async function isListedPassword(password: string): Promise<boolean> {
  listed ??= loadListed()
  return isCommonPassword(password) || (await listed).has(password.toLowerCase())
}

/**
 * Throws malformed for a common password. `field` is where the form shows the error. `byLongList`
 * also checks the long list; clients that can show the error, such as Dobara's own screens, ask for
 * it.
 */
export async function rejectCommonPassword(
  password: string,
  { field = 'password', byLongList }: { field?: string; byLongList: boolean },
): Promise<void> {
  const isCommon = byLongList ? await isListedPassword(password) : isCommonPassword(password)
  if (isCommon) throw commonPassword(field)
}
