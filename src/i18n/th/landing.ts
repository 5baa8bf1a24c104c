export const landingTexts = {
  'landing.title': 'ร่วมสนุก',
  'landing.join': 'เข้าร่วม',
} as const
