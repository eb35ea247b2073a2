// Limits of meetings.
export const maxListedMeetings = 100
