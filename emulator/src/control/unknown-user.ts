import { invalidAt } from '../scenario/parse.ts'
import type { Scenario } from '../scenario/schema.ts'

export function unknownUser({ users }: Scenario) {
  return invalidAt(
    'userId',
    `expected the userId of one of users (${users.map(user => user.userId).join(', ')})`,
  )
}
