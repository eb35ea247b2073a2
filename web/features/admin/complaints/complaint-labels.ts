import type { Complaint, ComplaintOutcome, ComplaintSubject } from '#contract/admin/complaints.ts'

export const subjectLabels: Record<ComplaintSubject, string> = {
  listing: 'Listing',
  person: 'Person',
  message: 'Message from',
  'ring-message': 'Message from',
  order: 'Order',
  wanted: 'Wanted title',
}

export const outcomeLabels: Record<ComplaintOutcome, string> = {
  dismissed: 'Dismissed',
  warned: 'Warned',
  'listing-hidden': 'Listing hidden',
  blocked: 'Account blocked',
}

export const listingStateLabels: Record<NonNullable<Complaint['listing']>['state'], string> = {
  listed: 'On the market',
  sold: 'Unavailable',
  hidden: 'Hidden',
  removed: 'Removed',
}
