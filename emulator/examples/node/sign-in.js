const CHANNEL_ID = '1234567890'

/**
 * Returns the user from the ID token, or null if LINE does not accept the token. In production, pass the global
 * `fetch`.
 */
export async function signedIn(idToken, fetch) {
  const body = new URLSearchParams({ id_token: idToken, client_id: CHANNEL_ID })
  const answer = await fetch(new Request('https://api.line.me/oauth2/v2.1/verify', { method: 'POST', body }))
  if (!answer.ok) return null
  const { sub, name } = await answer.json()
  return { userId: sub, name }
}
