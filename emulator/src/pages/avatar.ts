import { escapeHtml } from './layout.ts'

const COLOURS = ['#c2185b', '#6a4fb3', '#00796b', '#b45309', '#1d64b8', '#8a3ab9', '#2e7d32', '#ad4a3a']

export function avatar(seed: string, letter: string): Response {
  let hash = 7
  for (const char of seed) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 100_003
  const colour = COLOURS[hash % COLOURS.length] ?? '#06c755'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200">
<rect width="200" height="200" fill="${colour}"/><circle cx="${40 + (hash % 120)}" cy="${20 + (hash % 50)}" r="${60 + (hash % 40)}" fill="#fff" opacity=".14"/>
<text x="100" y="108" fill="#fff" font-family="sans-serif" font-size="92" font-weight="600" text-anchor="middle" dominant-baseline="middle">${escapeHtml(letter)}</text></svg>`
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  })
}
