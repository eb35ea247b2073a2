import { expect, test } from 'vitest'
import { complaintActions, type ReviewedComplaint } from './rules.ts'

const listing: ReviewedComplaint = {
  isOpen: true,
  reported: 'active',
  listing: 'listed',
  isOwnListing: true,
  wanted: undefined,
  hasChat: false,
}

test.each<[string, Partial<ReviewedComplaint>, string]>([
  ['about a listing', {}, 'dismiss warn hide-listing block'],
  ['about a sold one', { listing: 'sold' }, 'dismiss warn hide-listing block'],
  ['about a hidden one', { listing: 'hidden' }, 'dismiss warn block unhide-listing'],
  ['about a removed one', { listing: 'removed' }, 'dismiss warn block'],
  ['about a buyer', { isOwnListing: false, hasChat: true }, 'dismiss warn block read-chat'],
  ['about somebody blocked', { reported: 'blocked' }, 'dismiss hide-listing'],
  ['about somebody who left', { reported: 'deleted', listing: 'removed' }, 'dismiss'],
  ['dealt with', { isOpen: false, hasChat: true }, 'read-chat'],
  ['about a wanted title', { wanted: 'shown' }, 'dismiss warn hide-listing block hide-wanted'],
  ['about a hidden one', { isOpen: false, wanted: 'hidden' }, 'unhide-wanted'],
  ['dealt with, the listing hidden', { isOpen: false, listing: 'hidden' }, 'unhide-listing'],
])('of a complaint %s admins may …', (_, change, actions) => {
  expect(complaintActions({ ...listing, ...change }).join(' ')).toBe(actions)
})
