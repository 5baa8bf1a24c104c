import { expect } from 'vitest'
import { SESSION_IDLE_MS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { sha256Hex } from '#server/hash.ts'
import { newKey } from '#tests/kit/activity.ts'
import { type CallExample, identityForm } from '#tests/kit/call-example.ts'
import { update } from '#tests/kit/rows.ts'

export const example: CallExample<'getSessions'> = {
  good: async (server, me) => {
    /** Signs the customer in on another phone, which was last used `idleMs` ago. */
    const signInElsewhere = async (idleMs: number) => {
      const { body } = await server.call('login', { form: await identityForm(server, me.user) })
      await update(
        server,
        'session',
        { used_at: server.clock.now() - idleMs },
        { token_hash: sha256Hex(body.accessToken) },
      )
      return body.accessToken
    }
    await signInElsewhere(HOUR_MS)
    // Not listed: an expired session, a session that was signed out, and the session of another customer.
    await signInElsewhere(SESSION_IDLE_MS)
    await server.call('deleteSession', { token: await signInElsewhere(0), key: newKey() })
    await server.signIn(server.newUser(), { register: false })
    return {}
  },
  check: sessions => {
    expect(sessions.map(({ current }) => current)).toEqual([true, false])
    const [here, elsewhere] = sessions.map(({ usedAt }) => Date.parse(usedAt))
    expect((here ?? 0) - (elsewhere ?? 0)).toBe(HOUR_MS)
  },
}
