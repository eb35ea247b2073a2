export const newMessageText = (sender: string, title: string): string =>
  `${sender} wrote to you about “${title}”.`
