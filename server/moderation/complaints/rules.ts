import type { Complaint } from '#contract/admin/complaints.ts'

export type ReviewedComplaint = {
  isOpen: boolean
  reported: 'active' | 'blocked' | 'deleted'
  listing: NonNullable<Complaint['listing']>['state'] | undefined
  isOwnListing: boolean
  wanted: NonNullable<Complaint['wanted']>['state'] | undefined
  hasChat: boolean
}

/**
 * Returns what an admin may do about a complaint. Even if it is closed, admins may read its chat,
 * unhide the listing or title, and hide a wanted title.
 */
export function complaintActions(complaint: ReviewedComplaint): Complaint['can'] {
  const { isOpen, reported, listing, isOwnListing, wanted, hasChat } = complaint
  const actions: Complaint['can'] = []
  if (isOpen) {
    actions.push('dismiss')
    if (reported === 'active') actions.push('warn')
    if (isOwnListing && (listing === 'listed' || listing === 'sold')) actions.push('hide-listing')
    if (reported === 'active') actions.push('block')
  }
  if (listing === 'hidden') actions.push('unhide-listing')
  if (wanted === 'shown') actions.push('hide-wanted')
  if (wanted === 'hidden') actions.push('unhide-wanted')
  if (hasChat) actions.push('read-chat')
  return actions
}
