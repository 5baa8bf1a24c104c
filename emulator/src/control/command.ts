import type * as v from 'valibot'
import { invalidAt, type Parsed, parseInput } from '../scenario/parse.ts'
import type { Scenario } from '../scenario/schema.ts'
import type { Line } from '../world/line.ts'
import { userOf } from '../world/selectors.ts'

export type Invalid = ReturnType<typeof invalidAt>

/** Returns a function that calls `act` with its argument if the schema accepts it. */
export function command<T, R>(schema: v.GenericSchema<unknown, T>, act: (value: T) => Parsed<R>) {
  return (value: unknown): Parsed<R> => {
    const parsed = parseInput(schema, value)
    return parsed.ok ? act(parsed.value) : parsed
  }
}

export function unknownUser({ users }: Scenario): Invalid {
  const known = users.map(user => user.userId).join(', ')
  return invalidAt('userId', `expected the userId of one of users (${known})`)
}

/** Like `command`, for a user of the scenario. Default: the phone's user. */
export function userCommand<T extends { readonly userId?: string | undefined }, R>(
  line: Line,
  schema: v.GenericSchema<unknown, T>,
  act: (userId: string, value: T) => Parsed<R>,
) {
  return command(schema, (value): Parsed<R> => {
    const { scenario } = line.world()
    const { userId = scenario.user } = value
    return userOf(scenario, userId) === undefined ? unknownUser(scenario) : act(userId, value)
  })
}
