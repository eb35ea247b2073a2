import type { Role, Side } from '#contract/common/endpoint.ts'
import { resetLinkMinutes } from './auth/passwords/reset-links.ts'

export const passwordChangedReply = 'Password updated successfully!'
export const loggedOutReply = 'You have logged out.'

export const commonPasswordError =
  'This password is among the most common ones. Please choose another.'
export const emailTakenHint = 'If it is yours, log in, or use the password that you have there.'

export const sessionEndTexts = {
  passwordChanged: 'Your password was changed. Please log in again.',
  loggedOutElsewhere: 'You were logged out from another device.',
  helperRemoved: 'You were removed from this shop.',
  helperLeft: 'You have left this shop.',
} as const

export const passwordChangedText =
  'Your password was changed. If that wasn’t you, choose a new one by “Forgot password?” at the login.'

export const contactNeedsPassword = (contact: string) =>
  `Enter your password to change your ${contact}.`

export const contactChangedText = (contact: string) =>
  `Your ${contact} was changed. If that wasn’t you, change your password.`

export const apiTokenText =
  'An API token was created for your account. If that wasn’t you, change your password.'

const verbs: Record<Side, string> = { buyer: 'buy', seller: 'sell' }

export const otherAccountText = (side: Side) =>
  `You can ${verbs[side]} now. Wasn’t you? Change your password.`

export const helperJoinedText = (name: string) =>
  `${name} now helps at your shop. If you don’t know them, remove them in your profile and change your password.`

export const helperLeftText = (name: string) => `${name} no longer helps at your shop.`

// The emails contain nothing that a person typed, not even a name, because strangers could use them
// to send their own words.

export const resetMail = (whose: Side | 'helper', link: string) => ({
  subject: 'Choose a new password for Dobara',
  text: [
    'Hello,',
    `somebody asked for a new password for the ${whose} account with this email at Dobara. If that was you, choose it here:`,
    link,
    `The link works once, within ${resetLinkMinutes} minutes. If it wasn't you, there is nothing to do: your password stays as it is.`,
    'Dobara',
  ].join('\n\n'),
})

export const otherAccountMail = (side: Side, origin: string) => ({
  subject: `You can ${verbs[side]} at Dobara now`,
  text: [
    'Hello,',
    `a ${side} account was opened at Dobara just now with this email. It has the same password as the other one.`,
    `If that was you, there is nothing to do. If it wasn't, choose a new password at once, which logs out everybody else: ${origin}/?login=${side}&forgot=1`,
    'Dobara',
  ].join('\n\n'),
})

export const passwordChangedMail = (role: Role, origin: string) => ({
  subject: 'Your password for Dobara was changed',
  text: [
    'Hello,',
    'the password for the account with this email at Dobara was changed just now. If that was you, there is nothing to do.',
    role === 'admin'
      ? "If it wasn't you, tell the operator at once."
      : `If it wasn't you, choose a new one at once: ${origin}/?login=${role}&forgot=1`,
    'Dobara',
  ].join('\n\n'),
})

export const contactChangedMail = (contact: string, role: Role, origin: string) => ({
  subject: `Your ${contact} at Dobara was changed`,
  text: [
    'Hello,',
    `the ${contact} of the account with this email at Dobara was changed just now. If that was you, there is nothing to do.`,
    `If it wasn't you, choose a new password at once: ${origin}/?login=${role}&forgot=1 Then correct the ${contact} in your profile.`,
    'Dobara',
  ].join('\n\n'),
})

export const helperJoinedMail = (origin: string) => ({
  subject: 'You have a new helper at Dobara',
  text: [
    'Hello,',
    'somebody accepted an invitation to help at your shop just now. If you gave it to them, there is nothing to do.',
    `If you didn't, choose a new password at once: ${origin}/?login=seller&forgot=1 Then remove the helper in your profile.`,
    'Dobara',
  ].join('\n\n'),
})
