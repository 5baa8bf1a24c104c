const { LINE_CHANNEL_ACCESS_TOKEN = '' } = process.env

/** Throws an error with LINE's message if LINE rejects the call. */
async function call(url, init) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Calls the Messaging API. Buffers are sent as PNG, anything else as JSON. */
export function bot(path, body) {
  const isFile = Buffer.isBuffer(body)
  return call(`https://${isFile ? 'api-data' : 'api'}.line.me/v2/bot/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${LINE_CHANNEL_ACCESS_TOKEN}`,
      'content-type': isFile ? 'image/png' : 'application/json',
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
  })
}

/** Returns the user from an ID token. Throws if LINE does not accept the token for this channel. */
export function verify(idToken, channelId) {
  const body = new URLSearchParams({ id_token: idToken, client_id: channelId })
  return call('https://api.line.me/oauth2/v2.1/verify', { method: 'POST', body })
}
