export const typingNoticeEveryMs = 2500
/** How long the other side shows a typing notice; longer than the pause between two notices. */
export const typingShownMs = 4000

/** Warns when fewer letters than this are left in a message. */
export const lettersLeftWarning = 200
