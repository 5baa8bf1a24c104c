import { type Check, failed, isAnswered, notShown, PASSED, refusalOf } from '../judge.ts'

const escapedUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Serialises the same JSON values to different bytes: reversed fields, spaces, escaped letters and emoji. */
function otherBytes(webhook: object): string {
  const reversed = Object.fromEntries(Object.entries(webhook).reverse())
  return JSON.stringify(reversed, null, 1)
    .replace(/[^\x20-\x7e\n]/g, escapedUnit)
    .replace(/("text": ")([A-Za-z])/g, (_, start: string, letter: string) => start + escapedUnit(letter))
}

/** The signature is computed from bytes, so re-serialising the body changes it. */
export const signatureBytes: Check = async exam => {
  const { session, talks } = exam
  const user = session.user()
  const events = [...session.text(user), ...session.text(session.user(), '🎉')]
  const refused = refusalOf(await session.send(events, { write: otherBytes }))
  if (refused !== null) return refused
  if (await isAnswered(exam, user)) return PASSED
  return talks ? failed('unanswered') : notShown('silent')
}

/** LINE did not send these webhooks: one is signed for another channel, the other not at all. */
export const forged: Check = async ({ session, talks }) => {
  let accepted = false
  for (const signature of ['wrong', 'missing'] as const) {
    const { reason } = await session.send(session.text(session.user()), { signature })
    await session.quiet()
    if (session.calls().length > 0) return failed('actedOnForged')
    if (reason === 'COULD_NOT_CONNECT' || reason === 'REQUEST_TIMEOUT') return failed('noResponse')
    accepted ||= reason === 'OK'
  }
  return accepted && !talks ? notShown('acceptedForged') : PASSED
}

/** The Verify button in LINE's console sends a webhook without events. */
export const verify: Check = async ({ session }) => refusalOf(await session.send([])) ?? PASSED
