export const maxListedMeetings = 100
