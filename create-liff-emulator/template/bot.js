import { messagingApi, validateSignature } from '@line/bot-sdk'

// In development and in tests, the emulator sets these variables.
const { LINE_CHANNEL_SECRET = '', LINE_CHANNEL_ACCESS_TOKEN = '', LINE_LOGIN_CHANNEL_ID = '' } = process.env

const bot = new messagingApi.MessagingApiClient({ channelAccessToken: LINE_CHANNEL_ACCESS_TOKEN })
const text = words => ({ type: 'text', text: words })

/** The app calls this. LINE verifies the ID token, so nobody can order as another user. Resolves to the status. */
export async function order(body) {
  const { idToken, coffee } = JSON.parse(body)
  const answer = await fetch('https://api.line.me/oauth2/v2.1/verify', {
    method: 'POST',
    body: new URLSearchParams({ id_token: idToken, client_id: LINE_LOGIN_CHANNEL_ID }),
  })
  if (!answer.ok) return 401
  const { sub, name } = await answer.json()
  await bot.pushMessage({ to: sub, messages: [text(`Thank you, ${name}. Your ${coffee} is on its way.`)] })
  return 204
}

/** LINE calls this when a user writes to the account. Resolves to the status. */
export async function webhook(body, { 'x-line-signature': signature = '' }) {
  if (!validateSignature(body, LINE_CHANNEL_SECRET, signature)) return 401
  for (const { type, replyToken } of JSON.parse(body).events)
    if (type === 'message')
      await bot.replyMessage({ replyToken, messages: [text('Open the app to order a coffee.')] })
  return 200
}
