/** Thai strings of the landing, for people who have not joined yet. */
export const landingTexts = {
  'landing.title': 'ร่วมสนุก',
  'landing.join': 'เข้าร่วม',
} as const
