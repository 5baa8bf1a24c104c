import * as v from 'valibot'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import type { Friendship, Scenario, User } from '../scenario/schema.ts'
import { seconds, userIdSchema } from '../scenario/schema.ts'
import { issueTokens } from '../tokens/issue.ts'
import type { Line } from '../world/line.ts'
import { appOf, userOf } from '../world/selectors.ts'

/** Display name of a user whom a token request creates without a name. */
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

const chatCommand = v.strictObject({
  userId: v.optional(userIdSchema),
  text: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(5000))),
  postback: v.optional(
    v.strictObject({
      data: v.pipe(v.string(), v.maxLength(300)),
      params: v.optional(v.record(v.string(), v.string())),
    }),
  ),
})
export type ChatCommand = v.InferInput<typeof chatCommand>

/** Tokens that the REST control issues, for use with curl and in tests. */
export type ControlTokens = {
  readonly userId: string
  /** Null if the app does not have the openid scope. */
  readonly idToken: string | null
  readonly accessToken: string
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number
}

function unknownUser({ users }: Scenario) {
  return invalidAt(
    'userId',
    `expected the userId of one of users (${users.map(user => user.userId).join(', ')})`,
  )
}

/** Creates the actions that concern one user: friendship, the chat with the account, and tokens. */
export function createUserActions(line: Line) {
  return {
    /**
     * Sets a user's friendship with the official account. Without `userId`, uses the user signed in on the
     * phone.
     */
    friendship(value: unknown): Parsed<{ readonly userId: string; readonly state: Friendship }> {
      const parsed = parseInput(friendshipCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, state } = parsed.value
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      line.dispatch({ type: 'friendship-changed', userId, state })
      return { ok: true, value: { userId, state } }
    },

    /**
     * Acts as the user in the chat with the official account: types `text`, or presses a button with a `postback` action.
     * Without `userId`, uses the user signed in on the phone.
     */
    chat(value: unknown): Parsed<{ readonly userId: string }> {
      const parsed = parseInput(chatCommand, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, text, postback } = parsed.value
      if (userOf(scenario, userId) === undefined) return unknownUser(scenario)
      if ((text === undefined) === (postback === undefined))
        return invalidAt('text', 'expected either text or postback')
      if (text !== undefined) {
        const sent = { id: line.secret(9), at: line.now(), userId, liffId: null, via: 'chat' } as const
        line.dispatch({ type: 'messages-sent', messages: [{ ...sent, message: { type: 'text', text } }] })
      }
      if (postback !== undefined) {
        const { data, params } = postback
        const content = params === undefined ? { data } : { data, params }
        line.dispatch({ type: 'postback', userId, postback: content })
      }
      return { ok: true, value: { userId } }
    },

    /**
     * Issues tokens for a user of an app. Without `userId`, uses the user signed in on the phone; without
     * `liffId`, the first app. Creates the user if the scenario does not have the user.
     */
    async token(value: unknown): Promise<Parsed<ControlTokens>> {
      const parsed = parseInput(tokenRequest, value)
      if (!parsed.ok) return parsed
      const { scenario } = line.world()
      const { userId = scenario.user, displayName = NEW_USER_NAME, liffId, idTokenAge } = parsed.value
      const app = liffId === undefined ? scenario.apps[0] : appOf(scenario, liffId)
      if (app === undefined)
        return invalidAt('liffId', `expected one of ${scenario.apps.map(known => known.liffId).join(', ')}`)
      const known = userOf(scenario, userId)
      const user: User = known ?? { userId, displayName, pictureUrl: null, statusMessage: null, email: null }
      if (known === undefined) line.dispatch({ type: 'user-added', user })
      const issued = await issueTokens(line, { user, app, scopes: app.scopes, age: idTokenAge })
      return { ok: true, value: { userId, ...issued } }
    },
  }
}
