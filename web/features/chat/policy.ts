export const typingNoticeEveryMs = 2500
/** How long the other side shows a typing notice; longer than the pause between two notices. */
export const typingShownMs = 4000
