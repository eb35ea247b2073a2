const reasonSentence = (reason: string | undefined) =>
  reason === undefined ? '' : ` Reason: ${reason}`

/** The System message in the chats about a removed book. */
export const bookRemovedMessage = (reason: string | undefined): string =>
  `An admin took this book off the market.${reasonSentence(reason)}`

export const bookRemovedText = (title: string, reason: string | undefined): string =>
  `An admin took '${title}' off the market.${reasonSentence(reason)}`

/** The notification of a removed review's author. */
export const reviewRemovedText = (title: string, reason: string): string =>
  `An admin removed your rating of '${title}'.${reasonSentence(reason)}`
