import * as v from 'valibot'
import { allApps } from '../scenario/internal-channels.ts'
import { scopesOf } from '../scenario/mini-app.ts'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import { seconds, type User, userIdSchema } from '../scenario/schema.ts'
import { issueTokens } from '../tokens/issue.ts'
import type { Line } from '../world/line.ts'
import { appOf, userOf } from '../world/selectors.ts'
import { userCommand } from './command.ts'

const NEW_USER_NAME = 'New user'

const tokenRequest = v.strictObject({
  userId: v.optional(userIdSchema),
  displayName: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  liffId: v.optional(v.string()),
  idTokenAge: v.optional(seconds, 0),
})
export type TokenCommand = v.InferInput<typeof tokenRequest>

const friendshipCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  state: v.picklist(['friend', 'none', 'blocked']),
})

const killCommand = v.strictObject({ userId: v.optional(userIdSchema) })

/** Tokens issued by the REST control, for curl and tests. */
export type ControlTokens = {
  readonly userId: string
  /** Null if the scope `openid` is missing. */
  readonly idToken: string | null
  readonly accessToken: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
}

export function newUser(userId: string, displayName: string): User {
  return {
    userId,
    displayName,
    pictureUrl: null,
    statusMessage: null,
    email: null,
    phoneNumber: null,
    demographics: null,
    commonProfile: null,
  }
}

export function createUserActions(line: Line) {
  return {
    /** Sets the friendship with the official account. Default: the phone's user. */
    friendship: userCommand(line, friendshipCommand, (userId, { state }) => {
      line.dispatch({ type: 'friendship-changed', userId, state })
      return { ok: true, value: { userId, state } }
    }),

    /**
     * Kills LINE as the phone's OS does in the background: pages in LINE's browsers get no event and lose their
     * sessionStorage.
     */
    kill: userCommand(line, killCommand, userId => {
      if (line.world().scenario.environment.kind === 'external')
        return invalidAt('', 'the app is open in the phone’s browser, which outlives LINE')
      line.dispatch({ type: 'line-killed', userId })
      return { ok: true, value: { userId } }
    }),

    /** Issues tokens, and creates a missing user. Defaults: the phone's user, and the first app. */
    async token(value: unknown): Promise<Parsed<ControlTokens>> {
      const parsed = parseInput(tokenRequest, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, displayName = NEW_USER_NAME, liffId, idTokenAge } = parsed.value
      const app = liffId === undefined ? scenario.apps[0] : appOf(scenario, liffId)
      const ids = allApps(scenario).map(each => each.liffId)
      if (app === undefined) return invalidAt('liffId', `expected one of ${ids.join(', ')}`)
      const known = userOf(scenario, userId)
      const user = known ?? newUser(userId, displayName)
      if (known === undefined) line.dispatch({ type: 'user-added', user })
      const issued = await issueTokens(line, { user, app, scopes: scopesOf(app), age: idTokenAge })
      return { ok: true, value: { userId, ...issued } }
    },
  }
}
